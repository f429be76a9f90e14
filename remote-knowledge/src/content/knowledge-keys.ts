/** A change of the knowledge base invalidates all of them. */
export const knowledgeFamilyKey = ['knowledge'] as const
