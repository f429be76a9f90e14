export type UserDatabaseCalls = typeof import('./user-database.ts')

export const userDatabaseCalls = (): Promise<UserDatabaseCalls> => import('./user-database.ts')

/** The code for unfinished uploads loads with the first upload, or with the first screen that uploads. */
export const unfinishedUploadCalls = (): Promise<typeof import('./unfinished-uploads.ts')> =>
  import('./unfinished-uploads.ts')
