// The session, shared with remotes. The login screens load this module too, so it must not import zod or React Query.

export { beginLineLogin, prepareLineLogin } from './begin-line-login.ts'
export { readStored, readToken, writeStored } from './browser-storage.ts'
export { fetchProfile, type ProfileResponse } from './fetch-profile.ts'
export { finishLineLogin, type SignInResult, waitForApproval } from './finish-line-login.ts'
export { type UserDatabaseCalls, unfinishedUploadCalls, userDatabaseCalls } from './lazy-user-database.ts'
export { recordServerTime, serverNow, serverTimeOf } from './server-clock.ts'
export {
  endSession,
  followOtherTabs,
  readSession,
  renewSession,
  type SignOutReason,
  signOut,
  startSessionCheck,
  subscribeSession,
} from './session.store.ts'
export { useRole, useSession } from './use-session.ts'
export {
  followPersonal,
  readPersonal,
  removeExpiredPersonal,
  writePersonal,
} from './user-storage.ts'
