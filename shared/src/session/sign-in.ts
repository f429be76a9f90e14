import type { LoginSettings } from '../contract/auth/login-settings.call.ts'
import { AUTH_PATHS } from '../contract/auth/paths.ts'
import { profileOfAnswer } from '../contract/auth/read-staff-profile.ts'
import {
  LOGIN_SCOPES,
  LOGIN_SETTINGS_ELEMENT_ID,
  LOGIN_STATE_BYTES,
  REQUEST_TIMEOUT_MS,
  SESSION_EXPIRED_TEXT,
  SIGN_IN_FAILED_TEXT,
  SIGN_IN_REFUSED_TEXT,
} from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { messageOf, readJson } from './fetch-profile.ts'
import { renewSession } from './session.store.ts'
import {
  readApprovalWait,
  readLoginState,
  readToken,
  removeApprovalWait,
  removeLoginState,
  writeApprovalWait,
  writeLoginState,
  writeToken,
} from './storage.ts'

/** What LINE is asked with beside the settings, where the server has begun the login. */
const PROOF_NAMES = ['nonce', 'code_challenge', 'code_challenge_method'] as const

type BegunLogin = LoginSettings & Partial<Record<(typeof PROOF_NAMES)[number], string>>

/**
 * Has the server begin the login: it keeps, in a cookie, what the code that LINE gives is to be checked against. A server without
 * that call is asked for the settings alone.
 * @throws Error when there are none.
 */
async function askToBegin(state: string): Promise<BegunLogin> {
  const response = await fetch(apiUrl(AUTH_PATHS.start), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ state }),
    credentials: 'include',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.status === 404 || response.status === 405) return inlineSettings() ?? askForSettings()
  return readSettings(response)
}

async function askForSettings(): Promise<LoginSettings> {
  return readSettings(
    await fetch(apiUrl(AUTH_PATHS.settings), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  )
}

async function readSettings(response: Response): Promise<BegunLogin> {
  const settings = response.ok ? asSettings(await response.json()) : null
  if (!settings) throw new Error(`login settings answered ${response.status}`)
  return settings
}

function inlineSettings(): LoginSettings | null {
  const text = document.getElementById(LOGIN_SETTINGS_ELEMENT_ID)?.textContent
  if (!text) return null
  try {
    return asSettings(JSON.parse(text))
  } catch (error) {
    console.error('login settings of the page unreadable', error)
    return null
  }
}

function asSettings(value: unknown): BegunLogin | null {
  const settings = (value ?? {}) as Partial<Record<string, unknown>>
  const names = ['authorize_url', 'client_id', 'redirect_uri'] as const
  return names.every((name) => typeof settings[name] === 'string')
    ? (settings as unknown as BegunLogin)
    : null
}

/** The address of LINE's authorization page for one sign-in. */
function authorizeUrl(login: BegunLogin, state: string): string {
  const url = new URL(login.authorize_url)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', login.client_id)
  url.searchParams.set('redirect_uri', login.redirect_uri)
  url.searchParams.set('state', state)
  url.searchParams.set('scope', LOGIN_SCOPES.join(' '))
  for (const name of PROOF_NAMES) {
    const value = login[name]
    if (typeof value === 'string') url.searchParams.set(name, value)
  }
  return url.href
}

/** 32 random bytes as 64 hex characters. */
function newLoginState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LOGIN_STATE_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A login that was prepared so long ago is begun anew: the server keeps it for ten minutes. */
const PREPARED_MS = 60_000

let prepared: { state: string; address: Promise<string>; at: number } | null = null

/** Begins what a sign-in needs of the server, so that it is there, or nearly, when the button is let go. */
export function prepareLineLogin(): { state: string; address: Promise<string> } {
  if (prepared === null || performance.now() - prepared.at > PREPARED_MS) {
    const state = newLoginState()
    const address = askToBegin(state).then((login) => authorizeUrl(login, state))
    const mine = { state, address, at: performance.now() }
    address.catch(() => {
      if (prepared === mine) prepared = null
    })
    prepared = mine
  }
  return prepared
}

/**
 * Begins a sign-in: keeps a fresh anti-forgery state and goes to LINE.
 * @param go changes the page's address. Default: the browser's own.
 * @throws Error when the server does not say where to go.
 */
export async function beginLineLogin(go = (url: string) => window.location.assign(url)): Promise<void> {
  const { state, address } = prepareLineLogin()
  const url = await address
  prepared = null
  writeLoginState(state)
  removeApprovalWait()
  go(url)
}

export type SignInResult =
  | { kind: 'signed-in' }
  /** The account waits for approval: not an error. With a token, `waitForApproval` hears of it. */
  | { kind: 'waiting'; token: string | null }
  | { kind: 'failed'; message: string }

const TEXTS = {
  refused: SIGN_IN_REFUSED_TEXT,
  server: SIGN_IN_FAILED_TEXT,
  noToken: 'ไม่ได้รับ Token จากเซิร์ฟเวอร์',
  unknown: 'มีข้อผิดพลาดไม่ทราบสาเหตุ',
  // LINE's own answers, as people meet them.
  cancelled: 'คุณยกเลิกการเข้าสู่ระบบด้วย LINE',
  line: 'LINE ไม่สามารถเข้าสู่ระบบให้ได้ในขณะนี้',
} as const

const failed = (message: string): SignInResult => ({ kind: 'failed', message })

const results = new Map<string, Promise<SignInResult>>()

/**
 * Ends a sign-in with the query that LINE sent the browser back with. A code is good for one exchange, so the same query
 * asked again, as React's strict mode does, gets the same result; a reload while the account waits for approval goes on waiting.
 */
export function finishLineLogin(search: string): Promise<SignInResult> {
  const known = results.get(search)
  if (known) return known
  const result = finish(search).catch((error: unknown) => {
    console.error('sign-in failed', error)
    return failed(TEXTS.unknown)
  })
  results.set(search, result)
  return result
}

async function finish(search: string): Promise<SignInResult> {
  const query = new URLSearchParams(search)
  const code = query.get('code')
  const state = query.get('state')
  const problem = query.get('error')
  const stored = readLoginState()
  if (stored !== null && state !== stored) return failed(TEXTS.refused)
  if (problem) {
    removeLoginState()
    console.warn('LINE refused the sign-in', problem, query.get('error_description'))
    // Anybody may lead here with a text of their own: a code alone is shown.
    const code = /^\w{1,40}$/.test(problem) ? `: ${problem}` : ''
    const reason = problem.toUpperCase() === 'ACCESS_DENIED' ? TEXTS.cancelled : TEXTS.line + code
    return failed(`${TEXTS.refused} (${reason})`)
  }
  if (!code) return failed(TEXTS.refused)
  const wait = readApprovalWait()
  if (stored === null && wait?.search === search) return { kind: 'waiting', token: wait.token }
  removeLoginState()
  return exchange(code, state, search)
}

async function exchange(code: string, state: string | null, search: string): Promise<SignInResult> {
  const old = readToken()
  const response = await fetch(apiUrl(AUTH_PATHS.callback), {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      // The session that this browser had ends with a new one.
      ...(old === null ? {} : { Authorization: `Bearer ${old}` }),
    },
    // JSON leaves out what is undefined.
    body: JSON.stringify({ code, state: state ?? undefined }),
    credentials: 'include',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  const body = await readJson(response)
  const message = messageOf(body)
  if (response.status === 403 && message === 'waiting_approval') {
    const given = (body as { waiting_token?: unknown }).waiting_token
    const token = typeof given === 'string' && given !== '' ? given : null
    writeApprovalWait({ search, token })
    return { kind: 'waiting', token }
  }
  // A page instead of JSON is not of our server.
  if (!response.ok || body === undefined) return failed(message ?? TEXTS.server)
  const token = (body as { token?: unknown } | null | undefined)?.token
  if (typeof token !== 'string' || token === '') return failed(TEXTS.noToken)
  return enter(token)
}

function enter(token: string): SignInResult {
  writeToken(token)
  removeApprovalWait()
  void renewSession()
  return { kind: 'signed-in' }
}

const APPROVAL_POLL_MS = 3_000
const APPROVAL_POLL_MAX_MS = 30_000

/**
 * Asks until an administrator has decided: every 3 s, with growing pauses while the server cannot be reached.
 * @returns undefined when the signal ended the waiting.
 */
export async function waitForApproval(token: string, signal: AbortSignal): Promise<SignInResult | undefined> {
  let pause = APPROVAL_POLL_MS
  while (!signal.aborted) {
    const answer = await askWhetherApproved(token, signal)
    if (signal.aborted) return undefined
    if (answer !== 'waiting' && answer !== 'unreachable') {
      removeApprovalWait()
      results.clear()
      return answer === 'approved' ? enter(token) : failed(answer.refused)
    }
    pause = answer === 'waiting' ? APPROVAL_POLL_MS : Math.min(APPROVAL_POLL_MAX_MS, pause * 1.5)
    await delay(pause * (0.9 + Math.random() * 0.2), signal)
  }
  return undefined
}

async function askWhetherApproved(
  token: string,
  signal: AbortSignal,
): Promise<'approved' | 'waiting' | 'unreachable' | { refused: string }> {
  try {
    const response = await fetch(apiUrl(AUTH_PATHS.me), {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    })
    const body = await readJson(response)
    const message = messageOf(body)
    // A page of a foreign server says nothing.
    if (response.ok) return profileOfAnswer(body) === null ? 'unreachable' : 'approved'
    if (response.status === 403 && message === 'waiting_approval') return 'waiting'
    if (response.status === 401) return { refused: SESSION_EXPIRED_TEXT }
    return response.status === 403 ? { refused: message ?? TEXTS.server } : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
