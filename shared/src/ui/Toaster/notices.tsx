import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { UnstyledButton } from '@mantine/core'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { Fragment } from 'react'
import { ClippedMarks } from '../thai/ClippedMarks.tsx'
import classes from './Toaster.module.css'
import type { Toast } from './toast.store.ts'

const ICONS = {
  info: <IconInfoCircle size={20} aria-hidden />,
  success: <IconCircleCheck size={20} aria-hidden />,
  error: <IconAlertCircle size={20} aria-hidden />,
}

/** Maximum number of notifications. A new one then replaces the oldest one that is not permanent. */
const MAX_NOTICES = 3
/** z-index between Mantine's dialogs (200) and its menus (300). */
const Z_INDEX_BELOW_MENUS = 250

export const closeNotice = (id: string) => notifications.hide(id)

export function showNotice(id: string, toast: Toast & Required<Pick<Toast, 'tone' | 'timeoutMs'>>): void {
  const { text, tone, timeoutMs, action, names = [] } = toast
  const shown = notificationsStore.getState().notifications
  const before = shown.find((each) => each.id === id)
  const notice = {
    id,
    icon: ICONS[tone],
    'data-tone': tone,
    onClose: toast.onClosed,
    // The live region announces notifications politely. Errors interrupt the screen reader.
    role: tone === 'error' ? 'alert' : 'group',
    // Adds 1 ms to an equal display time, because Mantine restarts the timer only when `autoClose` changes.
    autoClose: timeoutMs === 0 ? (false as const) : timeoutMs + (before?.autoClose === timeoutMs ? 1 : 0),
    message: (
      <>
        <span className={classes.text} title={text}>
          <NoticeTexts text={text} names={names} />
        </span>
        {action ? (
          <UnstyledButton
            className={classes.action}
            onClick={() => {
              closeNotice(id)
              action.onSelect()
            }}
          >
            {action.label}
          </UnstyledButton>
        ) : null}
      </>
    ),
  }
  if (before) return void notifications.update(notice)
  const [oldest] = shown
  const removedToast = shown.find(({ autoClose }) => autoClose !== false) ?? oldest
  if (removedToast?.id && shown.length >= MAX_NOTICES) closeNotice(removedToast.id)
  notifications.show({ ...notice, closeButtonProps: { 'aria-label': 'ปิดการแจ้งเตือน' } })
}

const NAME_LENGTH = 24

function NoticeTexts({ text, names }: { text: string; names: readonly string[] }) {
  const [name, ...others] = names
  if (name === undefined) return <ClippedMarks text={text} />
  if (name === '') return <NoticeTexts text={text} names={others} />
  return text.split(name).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <bdi className={name.length > NAME_LENGTH ? undefined : classes.name}>
          <ClippedMarks text={name} />
        </bdi>
      ) : null}
      <NoticeTexts text={part} names={others} />
    </Fragment>
  ))
}

export function Notices() {
  return (
    <Notifications
      withinPortal={false}
      position="bottom-left"
      limit={MAX_NOTICES}
      zIndex={Z_INDEX_BELOW_MENUS}
      containerWidth="var(--notices-width)"
      transitionDuration={160}
      classNames={{ root: classes.container, notification: classes.notice }}
    />
  )
}
