import { useContext } from 'react'
import type { MessageContent } from 'shared/contract/messages/message-content.ts'
import { lineOfMessage } from '../../ticket/ticket-words.ts'
import { useViewer } from '../../viewer.ts'
import { authorOf, LoadedMessages } from '../loaded-messages.ts'
import classes from './kinds.module.css'

interface QuotedMessageProps {
  quoted: NonNullable<MessageContent['quoted']>
}

/** How the message begins that this one answers. A click leads to it where it is loaded. */
export function QuotedMessage({ quoted: { message_id, text } }: QuotedMessageProps) {
  const viewer = useViewer()
  const message = useContext(LoadedMessages).get(message_id ?? '')
  if (message === undefined)
    return (
      <div className={classes.quote}>
        <span className={classes.quoted}>{text ?? 'ตอบกลับข้อความก่อนหน้า'}</span>
      </div>
    )
  return (
    <button
      type="button"
      className={classes.quote}
      title="ไปที่ข้อความนี้"
      onClick={(event) => goToMessage(event.currentTarget, message.id)}
    >
      <span className={classes.quoted}>
        <span className={classes.quotedAuthor}>{authorOf(message, viewer)}</span> {lineOfMessage(message)}
      </span>
    </button>
  )
}

const MARKED_MS = 1_600

/** Brings a message of the same conversation to the middle, with the focus, and marks it for a moment. */
function goToMessage(from: Element, id: string): void {
  const log = from.closest('[role="log"]')
  const target = log?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (!log || !target) return
  const [view, place] = [log.getBoundingClientRect(), target.getBoundingClientRect()]
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  log.scrollTo({
    top: log.scrollTop + place.top - view.top - Math.max(0, (view.height - place.height) / 2),
    behavior: isCalm ? 'instant' : 'smooth',
  })
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.animate(
    { boxShadow: ['0 0 0 3px var(--desk-green)', '0 0 0 3px var(--desk-green)', '0 0 0 3px transparent'] },
    MARKED_MS,
  )
}
