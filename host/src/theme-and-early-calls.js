// The build writes this into index.html itself, so that nothing has to arrive before it runs: the stored theme and
// sidebar before the first paint, and the page's first questions to the server, which are under way while the scripts that want the answers
// are still coming (shared/src/session/early-fetch.ts takes them).
try {
  if (localStorage.getItem('theme') === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  if (localStorage.getItem('sidebar_collapsed') === 'true')
    document.documentElement.setAttribute('data-narrow', '')
  const token = localStorage.getItem('jwt')
  const calls = document.querySelector('meta[name="early-calls"]')?.content.split(' ') ?? []
  const channel = localStorage.getItem('channel_key')
  // A stored channel travels with each call, and a query asks for something else: then only who is signed in is asked.
  const known = channel || location.search ? calls.slice(0, 1) : calls
  if (token) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    if (channel) headers['X-Channel-Key'] = encodeURIComponent(channel)
    globalThis.__deskEarly = Object.fromEntries(
      known.map((url) => {
        const askedAt = performance.now()
        const answer = fetch(url, { headers, signal: AbortSignal.timeout(30_000) })
        const early = { token, answer, askedAt }
        answer.then(
          () => (early.heardAt = performance.now()),
          () => {},
        )
        return [url, early]
      }),
    )
  }
} catch {}
