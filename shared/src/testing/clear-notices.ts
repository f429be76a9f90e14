import { notifications, notificationsStore } from '@mantine/notifications'

/** Takes away what a test before has left: a notice may lie over what the next one points at. */
export function clearNotices(): void {
  notifications.cleanQueue()
  notifications.clean()
}

/** How long each notice is to stand, in ms; false for those that stay until they are closed. */
export function noticeTimes(): (number | boolean | undefined)[] {
  return notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)
}
