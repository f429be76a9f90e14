import { notifications, notificationsStore } from '@mantine/notifications'

/** Takes away what a test before has left: a notice may lie over what the next one points at. */
export function clearNotices(): void {
  notifications.cleanQueue()
  // One by one: whoever has put one up hears of it.
  for (const { id = '' } of notificationsStore.getState().notifications) notifications.hide(id)
}

/** How long each notice is to stand, in ms; false for those that stay until they are closed. */
export function noticeTimes(): (number | boolean | undefined)[] {
  return notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)
}
