// The build inlines this file into index.html, so that it runs before any file is loaded. Applies the stored theme and
// sidebar state before the first paint, and sends the page's first API calls while the scripts are still loading
// (shared/src/session/early-fetch.ts returns their responses).
try {
  if (localStorage.getItem('theme') === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  if (localStorage.getItem('sidebar_collapsed') === 'true')
    document.documentElement.setAttribute('data-narrow', '')
  const token = localStorage.getItem('jwt')
  const calls = document.querySelector('meta[name="early-calls"]')?.content.split(' ') ?? []
  const channel = localStorage.getItem('channel_key')
  // All calls except the first (for the current user) depend on the stored channel and the URL query. If either is set,
  // only the first call is sent early.
  const known = channel || location.search ? calls.slice(0, 1) : calls
  if (token) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    if (channel) headers['X-Channel-Key'] = encodeURIComponent(channel)
    globalThis.__deskEarly = Object.fromEntries(
      known.map((url) => {
        const requestedAt = performance.now()
        const response = fetch(url, { headers, signal: AbortSignal.timeout(30_000) })
        const early = { token, response, requestedAt }
        response.then(
          () => (early.receivedAt = performance.now()),
          () => {},
        )
        return [url, early]
      }),
    )
  }
} catch {}
