import { notifications } from '@mantine/notifications'

/** Takes away what a test before has left: a notice may lie over what the next one points at. */
export function clearNotices(): void {
  notifications.cleanQueue()
  notifications.clean()
}
