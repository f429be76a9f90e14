import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { type ComponentType, Fragment, useMemo, useState } from 'react'
import { apiBaseUrl } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { ClippedMarks } from 'shared/ui'
import { lineOfMessage } from '../ticket/ticket-words.ts'
import classes from './MessageBubble.module.css'
import { linkify, splitWholeWords, webAddress } from './message-text.ts'

interface KindProps {
  message: Pick<Message, 'message_type' | 'text' | 'image_url' | 'media_url'>
}

/** Renderers by `message_type`. A kind without a row is shown as a line of text that names it. */
const KINDS: Readonly<Record<string, ComponentType<KindProps>>> = {
  text: ({ message }) => <MessageText text={message.text ?? ''} />,
  image: ImageMessage,
}

/** What a message says, drawn as its kind is. */
export function MessageContent({ message }: KindProps) {
  const Kind = Object.hasOwn(KINDS, message.message_type) ? KINDS[message.message_type] : undefined
  return Kind ? <Kind message={message} /> : <WordsFor message={message} />
}

function WordsFor({ message }: KindProps) {
  return <MessageText text={message.text ?? lineOfMessage({ ...message, text: null })} />
}

/** Plain text with its web addresses as links. Whatever is in it, it is text. */
function MessageText({ text }: { text: string }) {
  const parts = useMemo(() => linkify(text), [text])
  return (
    <p className={classes.text}>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          <Words key={index} text={part.text} />
        ) : (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            <ClippedMarks text={part.text} />
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
      <ClippedMarks key={index} text={piece} />
    ) : (
      <Fragment key={index}>
        <wbr />
        <span className={classes.word}>{piece}</span>
        <wbr />
      </Fragment>
    ),
  )
}

function ImageMessage({ message }: KindProps) {
  const href = imageAddress(message)
  return href === null ? (
    <MessageText text={lineOfMessage({ ...message, text: null })} />
  ) : (
    <ImageLink href={href} />
  )
}

/**
 * An image is a link to itself, with itself in little inside where it is our own; what is on another host is never fetched (the
 * content security policy says the same).
 */
function ImageLink({ href }: { href: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <a className={classes.image} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {failed || !isOurs(href) ? (
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

function isOurs(href: string): boolean {
  const { origin } = new URL(href)
  return origin === location.origin || origin === new URL(apiBaseUrl || '/', location.href).origin
}

/** Only what is an address: whole, or a path of our own server. A text such as `[รูปภาพ]` names no picture. */
function imageAddress({ image_url, media_url, text }: KindProps['message']): string | null {
  const source = image_url ?? media_url ?? text
  if (source === null) return null
  return source.startsWith('/')
    ? webAddress(source, new URL(apiBaseUrl || '/', location.href).href)
    : webAddress(source)
}
