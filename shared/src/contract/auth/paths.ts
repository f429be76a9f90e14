/** Paths of the sign-in's calls, apart from their schemas: the sign-in screens carry no schema library. */
export const AUTH_PATHS = {
  start: '/auth/line/start',
  callback: '/auth/line/callback',
  settings: '/auth/line/settings',
  me: '/auth/me',
  sessions: '/auth/sessions',
  logout: '/auth/logout',
} as const
