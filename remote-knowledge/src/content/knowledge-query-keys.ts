/** Query key of all knowledge data. A change of the knowledge base invalidates all of it. */
export const knowledgeFamilyKey = ['knowledge'] as const
