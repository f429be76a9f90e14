import type { LoginSettings } from '../contract/auth/login-settings.call.ts'
import { LOGIN_SETTINGS_ELEMENT_ID, REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'

function asSettings(value: unknown): LoginSettings | null {
  const { authorize_url, client_id, redirect_uri } = (value ?? {}) as Partial<Record<string, unknown>>
  if (typeof authorize_url !== 'string' || typeof client_id !== 'string' || typeof redirect_uri !== 'string')
    return null
  return { authorize_url, client_id, redirect_uri }
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

/**
 * Where to send a person who signs in: from the page itself, or from the server when the page has none.
 * @throws Error when neither knows.
 */
export async function loadLoginSettings(): Promise<LoginSettings> {
  const inline = inlineSettings()
  if (inline) return inline
  const response = await fetch(apiUrl('/auth/line/settings'), {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  const settings = response.ok ? asSettings(await response.json()) : null
  if (!settings) throw new Error(`login settings answered ${response.status}`)
  return settings
}
