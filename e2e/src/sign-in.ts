import type { BrowserContext, Page } from '@playwright/test'

const LIMIT_MS = 20_000

/** The code that LINE gives for this person, for a login that no browser began. */
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
  if (code === null) throw new Error(`LINE answered ${redirect.status} without a code`)
  return code
}

/** Signs in as a client that is no browser: LINE's redirect, then the code for a session token. */
export async function signInByHttp(deskUrl: string, userId: string): Promise<string> {
  const code = await codeOf(deskUrl, userId)
  const answer = await fetch(`${deskUrl}/auth/line/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

/** A page, or all pages of a browser, are this person's from the first address on; answers the session's token. */
export async function openSignedIn(
  pages: Page | BrowserContext,
  deskUrl: string,
  userId: string,
): Promise<string> {
  const token = await signInByHttp(deskUrl, userId)
  await pages.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token)
  return token
}
