/** Paths of the login calls. This file has no schemas, because the login screens load without zod. */
export const AUTH_PATHS = {
  start: '/auth/line/start',
  callback: '/auth/line/callback',
  settings: '/auth/line/settings',
  me: '/auth/me',
  sessions: '/auth/sessions',
  logout: '/auth/logout',
} as const
