import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { Fragment, useState } from 'react'
import { apiBaseUrl } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { Button, formatThaiDateTime, formatThaiTime } from 'shared/ui'
import { lineOfMessage } from '../ticket/ticket-words.ts'
import type { Attempt } from './draft.store.ts'
import { linkify, webAddress } from './linkify.ts'
import classes from './MessageBubble.module.css'
import { splitWholeWords } from './whole-words.ts'

/** One message as it was said. Its text is text, whatever is in it. */
export function MessageBubble({ message, showsFoot }: { message: Message; showsFoot: boolean }) {
  const { direction, sender } = message
  return (
    <div className={classes.bubble} data-direction={direction} title={formatThaiDateTime(message.event_time)}>
      <span className={classes.spoken}>
        {direction === 'IN' ? 'ลูกค้า' : (sender?.display_name ?? 'ทีมงาน')}:{' '}
      </span>
      <Content message={message} />
      {showsFoot ? <Foot message={message} /> : null}
    </div>
  )
}

function Content({ message }: { message: Message }) {
  if (message.message_type === 'text') return <MessageText text={message.text ?? ''} />
  if (message.message_type === 'image') return <ImageLink message={message} />
  const text = message.text ?? lineOfMessage({ ...message, text: null })
  return <MessageText text={text} />
}

/** Plain text with its web addresses as links. */
function MessageText({ text }: { text: string }) {
  return (
    <p className={classes.text}>
      {linkify(text).map((part, index) =>
        part.kind === 'text' ? (
          <Words key={index} text={part.text} />
        ) : (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}

/** Thai is broken into lines between words, and not within those that the browser does not know. */
function Words({ text }: { text: string }) {
  return splitWholeWords(text).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <Fragment key={index}>
        <wbr />
        <span className={classes.word}>{piece}</span>
        <wbr />
      </Fragment>
    ),
  )
}

/** An image is a link to itself, with itself in little inside where it can be fetched. */
function ImageLink({ message }: { message: Message }) {
  const [failed, setFailed] = useState(false)
  const source = message.image_url ?? message.media_url ?? message.text
  const href = source === null ? null : webAddress(source, new URL(apiBaseUrl || '/', location.href).href)
  if (href === null) return <p className={classes.text}>[รูปภาพ]</p>
  return (
    <a className={classes.image} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {failed ? (
        <span className={classes.noImage}>
          <IconPhoto size={20} aria-hidden />
          เปิดรูปภาพ
        </span>
      ) : (
        <img
          src={href}
          alt="รูปภาพ"
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
    </a>
  )
}

/** When it was said and, of ours, how far it has come. */
function Foot({ message }: { message: Message }) {
  const failed = message.delivery === 'failed'
  return (
    <div className={classes.foot} data-failed={failed || undefined}>
      <time dateTime={message.event_time}>{formatThaiTime(message.event_time)}</time>
      {message.direction === 'IN' ? null : failed ? (
        <span title={message.delivery_error ?? undefined}>! ส่งไม่สำเร็จ</span>
      ) : (
        <span>{message.delivery === 'queued' ? 'กำลังส่ง...' : '✓ ส่งแล้ว'}</span>
      )}
    </div>
  )
}

/** A message on its way, or one that could not be sent and waits to be tried again. */
export function AttemptBubble({ attempt, onRetry }: { attempt: Attempt; onRetry: () => void }) {
  const failed = attempt.state === 'failed'
  return (
    <div className={classes.attempt}>
      <div className={classes.bubble} data-direction="OUT" data-pending={!failed || undefined}>
        <MessageText text={attempt.text} />
        <div className={classes.foot} data-failed={failed || undefined}>
          <time dateTime={attempt.at}>{formatThaiTime(attempt.at)}</time>
          <span>{failed ? '! ส่งข้อความไม่สำเร็จ' : 'กำลังส่ง...'}</span>
        </div>
      </div>
      {failed ? (
        <Button size="sm" variant="outline" onClick={onRetry}>
          ลองใหม่
        </Button>
      ) : null}
    </div>
  )
}
