import type { Page, WebSocketRoute } from '@playwright/test'

/** Routes the page's socket, so that a test can disconnect and restore it. Call this before the page opens. */
export async function interruptibleSocketOf(page: Pick<Page, 'routeWebSocket'>) {
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/ws\/chat\//, (socket) => {
    if (isCut) {
      void socket.close({ code: 4000 })
      return
    }
    sockets.add(socket)
    socket.connectToServer()
  })
  return {
    cut: async () => {
      isCut = true
      await Promise.all([...sockets].map((socket) => socket.close({ code: 4000 })))
      sockets.clear()
    },
    mend: () => {
      isCut = false
    },
  }
}
