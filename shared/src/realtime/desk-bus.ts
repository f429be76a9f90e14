import { apiBaseUrl, reportUnauthorized, storedToken } from 'shared/api'
import { subscribeSession } from 'shared/session'
import { SOCKET_PATH } from '../contract/constants.ts'
import { createBus, type RealtimeBus } from './realtime-bus.ts'

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

export function isRealtimeLive(): boolean {
  return deskBus.getState().status === 'live'
}
