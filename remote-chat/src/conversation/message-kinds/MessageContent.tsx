import { POSTBACK_PLACEHOLDER, UNSENT_TEXT } from 'shared/contract/constants.ts'
import { lineOfMessage } from '../../ticket/ticket-texts.ts'
import { ForeignMedia } from './ForeignMedia.tsx'
import { ImageMessage } from './ImageMessage.tsx'
import classes from './message.module.css'
import { RichMessage } from './RichMessage.tsx'
import { StickerMessage } from './StickerMessage.tsx'
import { type ContentOf, fullAddress, type ShownMessage } from './shown-message.ts'
import { TextMessage } from './TextMessage.tsx'

export function MessageContent({ message }: { message: ShownMessage }) {
  const { content } = message
  switch (content?.kind) {
    case 'text':
      return <TextMessage text={lineOf(message)} content={content} />
    case 'image':
      return <ImageMessage message={message} />
    case 'sticker':
      return <StickerMessage content={content} />
    case 'video':
    case 'audio':
    case 'file': {
      const elsewhere = content.media === null ? fullAddress(message.media_url) : null
      if (elsewhere !== null) return <ForeignMedia kind={content.kind} href={elsewhere} />
      return <RichMessage message={message} content={content} />
    }
    case 'location':
      return <RichMessage message={message} content={content} />
    case 'postback':
      return <p className={classes.slim}>{pressedOf(message, content)}</p>
    case 'unsent':
      return <p className={classes.slim}>{UNSENT_TEXT}</p>
    case 'unknown':
      return <p className={classes.slim}>{lineOf(message)}</p>
    default:
      return message.message_type === 'image' ? (
        <ImageMessage message={message} />
      ) : (
        <TextMessage text={lineOf(message)} />
      )
  }
}

/** Returns a one-line text for a message, never empty: messages without text have a line that names their kind. */
const lineOf = (message: ShownMessage) => message.text ?? lineOfMessage({ ...message, text: null })

function pressedOf(message: ShownMessage, { label }: ContentOf<'postback'>): string {
  const pressed = lineOf(message).replace(POSTBACK_PLACEHOLDER, '').trim() || label
  return pressed ? `กดปุ่ม: ${pressed}` : 'กดปุ่ม'
}
