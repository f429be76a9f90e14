import { isLoopbackUrl } from '../loopback-guard.ts'
import type { PendingLogin } from '../state/login-sessions.ts'

export interface AuthorizeRequest extends Omit<PendingLogin, 'user_id'> {
  state: string
  bot_prompt: boolean
}

type AuthorizeCheck =
  | { kind: 'ok'; request: AuthorizeRequest }
  /** Error for which LINE shows an error page instead of redirecting. */
  | { kind: 'page'; reason: 'client_id' | 'redirect_uri' }
  | { kind: 'redirect'; redirect_uri: string; state: string | undefined; error: string; description: string }

export type Query = Record<string, string | string[] | undefined>

/** Callback path, allowed on any port of this machine, so that a dev server works too. */
const CALLBACK_PATH = '/line-oauth-callback'
const KNOWN_SCOPES = new Set(['profile', 'openid', 'email'])

function registered(redirectUri: string, deskUrl: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  if (url.hash || url.username || url.password) return false
  if (url.origin + url.pathname === deskUrl + CALLBACK_PATH) return true
  return url.protocol === 'http:' && isLoopbackUrl(redirectUri) && url.pathname.endsWith(CALLBACK_PATH)
}

function single(query: Query, name: string): string | undefined {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function fault(query: Query): [code: string, description: string] | undefined {
  const repeated = Object.keys(query).find((name) => Array.isArray(query[name]))
  if (repeated) return ['INVALID_REQUEST', `'${repeated}' is specified more than once`]
  const responseType = single(query, 'response_type')
  if (!responseType) return ['INVALID_REQUEST', "'response_type' is not specified"]
  if (responseType !== 'code') return ['UNSUPPORTED_RESPONSE_TYPE', 'only response_type=code is supported']
  if (!single(query, 'state')) return ['INVALID_REQUEST', "'state' is not specified"]

  const scopes = single(query, 'scope')?.split(' ').filter(Boolean) ?? []
  if (!scopes.some((scope) => scope === 'profile' || scope === 'openid')) {
    return ['INVALID_SCOPE', "'scope' must contain profile or openid"]
  }
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope))
  if (unknown) return ['INVALID_SCOPE', `unknown scope '${unknown}'`]
  if (scopes.includes('email') && !scopes.includes('openid')) return ['INVALID_SCOPE', "'email' needs openid"]

  const mode = single(query, 'response_mode')
  if (mode && mode !== 'query') return ['INVALID_REQUEST', "'response_mode' must be query"]
  const challenge = single(query, 'code_challenge')
  const method = single(query, 'code_challenge_method')
  if ((challenge || method) && method !== 'S256')
    return ['INVALID_REQUEST', "'code_challenge_method' must be S256"]
  if (method && !/^[A-Za-z0-9_-]{43}$/.test(challenge ?? ''))
    return ['INVALID_REQUEST', "'code_challenge' is invalid"]
  const maxAge = single(query, 'max_age')
  if (maxAge && !/^\d{1,9}$/.test(maxAge)) return ['INVALID_REQUEST', "'max_age' must be a number of seconds"]
  const bot = single(query, 'bot_prompt')
  if (bot && bot !== 'normal' && bot !== 'aggressive') return ['INVALID_REQUEST', "'bot_prompt' is invalid"]
  const prompt = single(query, 'prompt')
  if (prompt && !['consent', 'none', 'login'].includes(prompt))
    return ['INVALID_REQUEST', "'prompt' is invalid"]
  // The simulator keeps no user signed in, so `prompt=none` always fails.
  if (prompt === 'none') return ['LOGIN_REQUIRED', 'the user is not logged in']
  return undefined
}

export function checkAuthorize(query: Query, clientId: string, deskUrl: string): AuthorizeCheck {
  if (single(query, 'client_id') !== clientId) return { kind: 'page', reason: 'client_id' }
  const redirect_uri = single(query, 'redirect_uri')
  if (!redirect_uri || !registered(redirect_uri, deskUrl)) return { kind: 'page', reason: 'redirect_uri' }
  const state = single(query, 'state')
  const wrong = fault(query)
  if (wrong) return { kind: 'redirect', redirect_uri, state, error: wrong[0], description: wrong[1] }
  return {
    kind: 'ok',
    request: {
      redirect_uri,
      state: state ?? '',
      scope: (single(query, 'scope') ?? '').split(' ').filter(Boolean).join(' '),
      nonce: single(query, 'nonce'),
      code_challenge: single(query, 'code_challenge'),
      wants_auth_time: single(query, 'max_age') !== undefined,
      bot_prompt: single(query, 'bot_prompt') !== undefined,
    },
  }
}
