// Puts up notices of the desktop for the pages of the desk, which `new Notification` cannot do on phones, and opens the case of one
// that is clicked. It answers no requests and keeps nothing: releases do not pass through it.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path ?? '/'
  event.waitUntil(open(path))
})

async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A picture that stands in a tab of its own hears nothing.
  const pages = windows.filter(({ url }) => !/^\/(media|p)\//.test(new URL(url).pathname))
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (page === undefined) return self.clients.openWindow(path)
  page.postMessage({ type: 'open-ticket', path })
  await page.focus()
}
