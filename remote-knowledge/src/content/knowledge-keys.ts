/** Prefix of all knowledge query keys; a change invalidates them all. */
export const knowledgeFamilyKey = ['knowledge'] as const
