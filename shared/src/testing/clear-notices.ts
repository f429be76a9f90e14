import { notifications, notificationsStore } from '@mantine/notifications'
import { closeToasts } from '../ui/Toaster/toast.store.ts'

/** Removes notifications of an earlier test, because they could cover a click target. */
export function clearNotices(): void {
  // Notifications that are still queued are removed too.
  closeToasts()
  notifications.cleanQueue()
  // Hides the notifications one by one, so that the `onClose` callback of each is called.
  for (const { id = '' } of notificationsStore.getState().notifications) notifications.hide(id)
}

/**
 * Disables automatic closing of notifications, so that tests also pass on slow machines. Returns a function that
 * enables it again.
 */
export function disableAutoClose(): () => void {
  return notificationsStore.subscribe(({ notifications: shown }) => {
    for (const { id = '', autoClose, message } of shown)
      if (autoClose !== false) notifications.update({ id, message, autoClose: false })
  })
}

/** Returns the display time of each notification in ms; false for notifications that stay until they are closed. */
export function noticeTimes(): (number | boolean | undefined)[] {
  return notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)
}
