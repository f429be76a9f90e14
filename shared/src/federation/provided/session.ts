/**
 * What of shared/session the host provides to remotes: the session itself. Signing in is the host's own.
 * A remote's build fails when it imports a name that is missing here: add it here, and release the host first.
 */
export {
  endSession,
  followPersonal,
  personDatabaseCalls,
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
  useSession,
  writePersonal,
  writeStored,
} from '../../session/index.ts'
