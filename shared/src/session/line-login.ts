import type { LoginSettings } from '../contract/auth/login-settings.call.ts'
import { LOGIN_SCOPES, LOGIN_STATE_BYTES, REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { messageOf, readJson } from './fetch-profile.ts'
import { renewSession } from './session.store.ts'
import { readLoginState, removeLoginState, writeLoginState, writeToken } from './storage.ts'

/** 32 random bytes as 64 hex characters. */
function newLoginState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LOGIN_STATE_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The address of LINE's authorization page for one sign-in. */
export function authorizeUrl(settings: LoginSettings, state: string): string {
  const url = new URL(settings.authorize_url)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', settings.client_id)
  url.searchParams.set('redirect_uri', settings.redirect_uri)
  url.searchParams.set('state', state)
  url.searchParams.set('scope', LOGIN_SCOPES.join(' '))
  return url.href
}

/**
 * Begins a sign-in: keeps a fresh anti-forgery state and goes to LINE.
 * @param go changes the page's address; the browser's own unless told.
 */
export function beginLineLogin(
  settings: LoginSettings,
  go = (url: string) => window.location.assign(url),
): void {
  const state = newLoginState()
  writeLoginState(state)
  go(authorizeUrl(settings, state))
}

export type LoginResult =
  | { kind: 'signed-in' }
  /** The account waits for approval: not an error. */
  | { kind: 'waiting' }
  | { kind: 'failed'; message: string }

const TEXTS = {
  refused: 'การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง',
  server: 'ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้',
  noToken: 'ไม่ได้รับ Token จากเซิร์ฟเวอร์',
  unknown: 'มีข้อผิดพลาดไม่ทราบสาเหตุ',
  // LINE's own answers, as people meet them.
  cancelled: 'คุณยกเลิกการเข้าสู่ระบบด้วย LINE กรุณาลองใหม่อีกครั้ง',
  line: 'LINE ไม่สามารถเข้าสู่ระบบให้ได้ในขณะนี้ กรุณาลองใหม่อีกครั้ง',
} as const

const failed = (message: string): LoginResult => ({ kind: 'failed', message })

const results = new Map<string, Promise<LoginResult>>()

/**
 * Ends a sign-in with the query that LINE sent the browser back with. A code is good for one exchange, so the same query
 * asked again, as React's strict mode does, gets the same result.
 */
export function finishLineLogin(search: string): Promise<LoginResult> {
  const known = results.get(search)
  if (known) return known
  const result = finish(new URLSearchParams(search)).catch((error: unknown) => {
    console.error('sign-in failed', error)
    return failed(TEXTS.unknown)
  })
  results.set(search, result)
  return result
}

async function finish(query: URLSearchParams): Promise<LoginResult> {
  const code = query.get('code')
  const state = query.get('state')
  const problem = query.get('error')
  const stored = readLoginState()
  if (stored !== null && state !== stored) return failed(TEXTS.refused)
  if (problem) {
    removeLoginState()
    console.warn('LINE refused the sign-in', problem, query.get('error_description'))
    return failed(problem.toUpperCase() === 'ACCESS_DENIED' ? TEXTS.cancelled : TEXTS.line)
  }
  if (!code) return failed(TEXTS.refused)
  removeLoginState()
  return exchange(code)
}

async function exchange(code: string): Promise<LoginResult> {
  const response = await fetch(apiUrl('/auth/line/callback'), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  const body = await readJson(response)
  const message = messageOf(body)
  if (response.status === 403 && message === 'waiting_approval') return { kind: 'waiting' }
  if (!response.ok) return failed(message ?? TEXTS.server)
  const token = (body as { token?: unknown } | null | undefined)?.token
  if (typeof token !== 'string' || token === '') return failed(TEXTS.noToken)
  writeToken(token)
  void renewSession()
  return { kind: 'signed-in' }
}
