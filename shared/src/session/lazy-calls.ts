export type PersonDatabaseCalls = typeof import('./person-database.ts')

export const personDatabaseCalls = (): Promise<PersonDatabaseCalls> => import('./person-database.ts')

/** Loads the list of unfinished uploads: with the first upload, or with the first screen that uploads. */
export const unfinishedUploadCalls = (): Promise<typeof import('./unfinished-uploads.ts')> =>
  import('./unfinished-uploads.ts')
