/** Begins the keys of all that is read of the knowledge base: a change of it has all read anew. */
export const knowledgeFamilyKey = ['knowledge'] as const
