import { apiBaseUrl, reportUnauthorized, storedToken } from 'shared/api'
import { subscribeSession } from 'shared/session'
import { SOCKET_PATH } from '../contract/constants.ts'
import { createBus, type RealtimeBus } from './bus.ts'

/** The page's one bus. The socket goes where the API is: ws for http, wss for https. */
export const deskBus: RealtimeBus = createBus({
  url: () => new URL(`${apiBaseUrl}${SOCKET_PATH}`, location.href).href.replace(/^http/, 'ws'),
  token: () => storedToken(),
  onSessionEnded: () => reportUnauthorized(),
})

subscribeSession(() => deskBus.renew())
if (typeof window !== 'undefined') {
  const wake = () => deskBus.wake()
  window.addEventListener('online', wake)
  window.addEventListener('focus', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
}

/** Whether what happens is told by the socket at the moment. */
export function isRealtimeLive(): boolean {
  return deskBus.getState().status === 'live'
}
