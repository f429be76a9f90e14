// Shows desktop notifications for the pages, because `new Notification` does not work on phones, and opens the ticket
// of a clicked notification. Does not intercept requests and has no cache, so it does not affect releases.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path ?? '/'
  event.waitUntil(open(path))
})

async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // Skips tabs that show only an image, because such tabs cannot open a ticket.
  const pages = windows.filter(({ url }) => !/^\/(media|p)\//.test(new URL(url).pathname))
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (page === undefined) return self.clients.openWindow(path)
  page.postMessage({ type: 'open-ticket', path })
  await page.focus()
}
