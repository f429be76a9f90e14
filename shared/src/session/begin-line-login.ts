import type { LoginSettings } from '../contract/auth/login-settings.call.ts'
import { AUTH_PATHS } from '../contract/auth/paths.ts'
import {
  LOGIN_SCOPES,
  LOGIN_SETTINGS_ELEMENT_ID,
  LOGIN_STATE_BYTES,
  REQUEST_TIMEOUT_MS,
} from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { removeApprovalWait, writeLoginState } from './browser-storage.ts'

const PROOF_NAMES = ['nonce', 'code_challenge', 'code_challenge_method'] as const

type BegunLogin = LoginSettings & Partial<Record<(typeof PROOF_NAMES)[number], string>>

/**
 * Starts a login on the server, which stores the nonce and the code verifier in a cookie. Returns only the settings
 * when the server lacks this call. @throws Error when there are no settings.
 */
async function startLogin(state: string): Promise<BegunLogin> {
  const response = await fetch(apiUrl(AUTH_PATHS.start), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ state }),
    credentials: 'include',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.status === 404 || response.status === 405) return inlineSettings() ?? fetchSettings()
  return readSettings(response)
}

async function fetchSettings(): Promise<LoginSettings> {
  return readSettings(
    await fetch(apiUrl(AUTH_PATHS.settings), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  )
}

async function readSettings(response: Response): Promise<BegunLogin> {
  const settings = response.ok ? asSettings(await response.json()) : null
  if (!settings) throw new Error(`login settings returned ${response.status}`)
  return settings
}

function inlineSettings(): LoginSettings | null {
  const text = document.getElementById(LOGIN_SETTINGS_ELEMENT_ID)?.textContent
  if (!text) return null
  try {
    return asSettings(JSON.parse(text))
  } catch (error) {
    console.error('the login settings of the page could not be parsed', error)
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

function newLoginState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LOGIN_STATE_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Time in ms for which a prepared login is used. The server stores a started login for ten minutes. */
const PREPARED_MS = 60_000

let preparedLogin: { state: string; address: Promise<string>; at: number } | null = null

/** Prepares a login on pointer down, so that the server's response has nearly arrived when the click follows. */
export function prepareLineLogin(): { state: string; address: Promise<string> } {
  if (preparedLogin === null || performance.now() - preparedLogin.at > PREPARED_MS) {
    const state = newLoginState()
    const address = startLogin(state).then((login) => authorizeUrl(login, state))
    const mine = { state, address, at: performance.now() }
    address.catch(() => {
      if (preparedLogin === mine) preparedLogin = null
    })
    preparedLogin = mine
  }
  return preparedLogin
}

/**
 * Stores a new anti-forgery state and navigates to LINE.
 * @throws Error when the server returns no URL.
 */
export async function beginLineLogin(go = (url: string) => window.location.assign(url)): Promise<void> {
  const { state, address } = prepareLineLogin()
  const url = await address
  preparedLogin = null
  writeLoginState(state)
  removeApprovalWait()
  go(url)
}
