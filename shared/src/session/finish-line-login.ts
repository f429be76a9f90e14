import { AUTH_PATHS } from '../contract/auth/paths.ts'
import { profileOfResponse } from '../contract/auth/read-staff-profile.ts'
import {
  REQUEST_TIMEOUT_MS,
  SESSION_EXPIRED_TEXT,
  SIGN_IN_FAILED_TEXT,
  SIGN_IN_REFUSED_TEXT,
} from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import {
  readApprovalWait,
  readLoginState,
  readToken,
  removeApprovalWait,
  removeLoginState,
  writeApprovalWait,
  writeToken,
} from './browser-storage.ts'
import { messageOf, readJson } from './fetch-profile.ts'
import { renewSession } from './session.store.ts'

export type SignInResult =
  | { kind: 'signed-in' }
  /** The account waits for approval, which is not an error. With a token, the page can call `waitForApproval`. */
  | { kind: 'waiting'; token: string | null }
  | { kind: 'failed'; message: string }

const TEXTS = {
  refused: SIGN_IN_REFUSED_TEXT,
  server: SIGN_IN_FAILED_TEXT,
  noToken: 'ไม่ได้รับ Token จากเซิร์ฟเวอร์',
  unknown: 'มีข้อผิดพลาดไม่ทราบสาเหตุ',
  cancelled: 'คุณยกเลิกการเข้าสู่ระบบด้วย LINE',
  line: 'LINE ไม่สามารถเข้าสู่ระบบให้ได้ในขณะนี้',
} as const

const failed = (message: string): SignInResult => ({ kind: 'failed', message })

const results = new Map<string, Promise<SignInResult>>()

/**
 * Finishes the login with the code in LINE's redirect. LINE accepts a code only once, so a repeated call with the same
 * query, as in React's strict mode, returns the first result. After a reload, an account that is waiting for approval
 * continues to wait.
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
    // Anyone can create a link to this page with any text, so only error codes are displayed.
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
      // The old token lets the server end the earlier session of this browser when it creates the new session.
      ...(old === null ? {} : { Authorization: `Bearer ${old}` }),
    },
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
  // A proxy, not our server, may respond with an HTML page instead of JSON.
  if (!response.ok || body === undefined) return failed(message ?? TEXTS.server)
  const token = (body as { token?: unknown } | null | undefined)?.token
  if (typeof token !== 'string' || token === '') return failed(TEXTS.noToken)
  return startSession(token)
}

function startSession(token: string): SignInResult {
  writeToken(token)
  removeApprovalWait()
  void renewSession()
  return { kind: 'signed-in' }
}

const APPROVAL_POLL_MS = 3_000
const APPROVAL_POLL_MAX_MS = 30_000

/** Asks every 3 s for approval, less often while the server is unreachable. Undefined when the signal is aborted. */
export async function waitForApproval(token: string, signal: AbortSignal): Promise<SignInResult | undefined> {
  let pause = APPROVAL_POLL_MS
  while (!signal.aborted) {
    const response = await checkApproval(token, signal)
    if (signal.aborted) return undefined
    if (response !== 'waiting' && response !== 'unreachable') {
      removeApprovalWait()
      results.clear()
      return response === 'approved' ? startSession(token) : failed(response.refused)
    }
    pause = response === 'waiting' ? APPROVAL_POLL_MS : Math.min(APPROVAL_POLL_MAX_MS, pause * 1.5)
    await delay(pause * (0.9 + Math.random() * 0.2), signal)
  }
  return undefined
}

async function checkApproval(
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
    // A response with status 200 but without a profile comes from a proxy, not from our server.
    if (response.ok) return profileOfResponse(body) === null ? 'unreachable' : 'approved'
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
