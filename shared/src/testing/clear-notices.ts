import { notifications, notificationsStore } from '@mantine/notifications'
import { closeToasts } from '../ui/Toaster/toast.store.ts'

/** Takes away what a test before has left: a notice may lie over what the next one points at. */
export function clearNotices(): void {
  // Also those that wait for their code.
  closeToasts()
  notifications.cleanQueue()
  // One by one: whoever has put one up hears of it.
  for (const { id = '' } of notificationsStore.getState().notifications) notifications.hide(id)
}

/** From now on no notice goes by itself: how soon a machine gets to it is no part of what is tested. Returns the end of that. */
export function keepNotices(): () => void {
  return notificationsStore.subscribe(({ notifications: shown }) => {
    for (const { id = '', autoClose, message } of shown)
      if (autoClose !== false) notifications.update({ id, message, autoClose: false })
  })
}

/** How long each notice is to stand, in ms; false for those that stay until they are closed. */
export function noticeTimes(): (number | boolean | undefined)[] {
  return notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)
}
