// The door of the session, one module on the page. It is on the sign-in screens too: no schema library, no query library.

export { fetchProfile, type ProfileAnswer } from './fetch-profile.ts'
export { authorizeUrl, beginLineLogin, finishLineLogin, type LoginResult } from './line-login.ts'
export { loadLoginSettings } from './login-settings.ts'
export {
  endSession,
  followOtherTabs,
  readSession,
  type Session,
  type SignOutReason,
  signOut,
  startSessionCheck,
  subscribeSession,
} from './session.store.ts'
export { readToken } from './storage.ts'
export { useRole, useSession } from './use-session.ts'
