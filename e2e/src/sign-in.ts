import type { BrowserContext, Page } from '@playwright/test'

const LIMIT_MS = 20_000

/** Returns LINE's authorization code for a person, without a browser. */
export async function codeOf(deskUrl: string, userId: string): Promise<string> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const settings = (await (await fetch(`${deskUrl}/auth/line/settings`, { signal })).json()) as {
    authorize_url: string
    client_id: string
    redirect_uri: string
  }
  const authorize = new URL(settings.authorize_url)
  authorize.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    state: 'state',
    scope: 'openid profile email',
    simulator_user: userId,
  }).toString()
  const redirect = await fetch(authorize, { redirect: 'manual', signal })
  const code = new URL(redirect.headers.get('location') ?? '').searchParams.get('code')
  if (code === null) throw new Error(`LINE returned ${redirect.status} without a code`)
  return code
}

/** Signs in without a browser: follows LINE's redirect and exchanges the code for a session token. */
export async function signInByHttp(deskUrl: string, userId: string): Promise<string> {
  const code = await codeOf(deskUrl, userId)
  const response = await fetch(`${deskUrl}/auth/line/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  if (!response.ok) throw new Error(`sign-in returned ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

/** Signs a user in on a page or browser context, with effect from the next navigation. Returns the session token. */
export async function openSignedIn(
  pages: Page | BrowserContext,
  deskUrl: string,
  userId: string,
): Promise<string> {
  const token = await signInByHttp(deskUrl, userId)
  await pages.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token)
  return token
}
