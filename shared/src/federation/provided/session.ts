/**
 * The session, but not the login. A remote's build fails when it imports a name that this file does not export: add the
 * name and release the host first.
 */
export {
  endSession,
  followPersonal,
  readPersonal,
  readSession,
  readStored,
  readToken,
  removeExpiredPersonal,
  serverNow,
  serverTimeOf,
  signOut,
  startSessionCheck,
  subscribeSession,
  unfinishedUploadCalls,
  useRole,
  userDatabaseCalls,
  useSession,
  writePersonal,
  writeStored,
} from '../../session/index.ts'
