const LIMIT_MS = 20_000

/** Signs in as the browser does, without one: LINE's redirect, then the code for a session token. */
export async function signInByHttp(deskUrl: string, userId: string): Promise<string> {
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
  const answer = await fetch(`${deskUrl}/auth/line/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    signal,
  })
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}
