import {
  MESSAGE_PLACEHOLDERS,
  POSTBACK_PLACEHOLDER,
  UNKNOWN_MESSAGE_PLACEHOLDER,
} from 'shared/contract/constants.ts'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import type { MessageKind, StoredContent } from 'shared/contract/messages/message-content.ts'
import { asRaw, firstText, type Raw } from 'shared/contract/raw-json.ts'

export interface LineMessageContent {
  messageType: 'text' | 'image'
  kind: MessageKind
  /** Content besides the text; null for a plain text message. */
  content: StoredContent | null
  /** Never empty. */
  text: string
  /** Link to an external image. `mediaUrl`: link to external video or audio. The server never fetches these links. */
  imageUrl: string | null
  mediaUrl: string | null
  /** Fields of LINE's message that have no column; stored so that no data are lost. */
  payload: Raw | null
  lineMessageId: string | null
  quoteToken: string | null
  markAsReadToken: string | null
  media: { kind: FetchedKind; fileName: string | null } | null
}

/** Types of messages whose content must be fetched from LINE. */
type FetchedKind = 'image' | 'video' | 'audio' | 'file'

interface ParsedMessage {
  content: StoredContent | null
  text: string
  media?: FetchedKind
}

const { image, video, audio, file, sticker, location } = MESSAGE_PLACEHOLDERS

/** Parsers by message type. A Map, because a type could be the name of an inherited property (`constructor`). */
const READERS = new Map<string, (message: Raw) => ParsedMessage>([
  ['text', readText],
  [
    'image',
    (message) => ({ content: { kind: 'image', set: imageSet(message) }, text: image, media: 'image' }),
  ],
  ['video', (message) => ({ content: { kind: 'video', ...duration(message) }, text: video, media: 'video' })],
  ['audio', (message) => ({ content: { kind: 'audio', ...duration(message) }, text: audio, media: 'audio' })],
  ['file', readFile],
  ['sticker', readSticker],
  ['location', readLocation],
])

/** Converts a LINE message. Incomplete messages and future types become messages of kind "unknown" with a text. */
export function readLineMessage(value: unknown): LineMessageContent {
  const message = asRaw(value)
  const type = firstText(message, 'type') ?? 'unknown'
  const texts = (READERS.get(type.toLowerCase()) ?? readUnknown)(message)
  const link = linkOf(message)
  const isElsewhere = asRaw(message.contentProvider).type === 'external'
  const isImage = texts.content?.kind === 'image'
  return {
    messageType: isImage ? 'image' : 'text',
    kind: texts.content?.kind ?? 'text',
    content: texts.content,
    text: texts.text,
    imageUrl: isImage ? link : null,
    mediaUrl: isImage || texts.media === undefined ? null : link,
    payload: payloadOf(message, texts),
    lineMessageId: messageId(message),
    quoteToken: firstText(message, 'quoteToken') ?? null,
    markAsReadToken: firstText(message, 'markAsReadToken') ?? null,
    media:
      texts.media === undefined || isElsewhere
        ? null
        : { kind: texts.media, fileName: texts.media === 'file' ? visibleText(message.fileName) : null },
  }
}

/** Maximum length of a stored message id. LINE's have up to 20 digits; a very long id does not fit into an index. */
const MAX_ID = 200

function messageId(message: Raw): string | null {
  const id = firstText(message, 'id')
  return id === undefined || id.length > MAX_ID ? null : id
}

/** Converts a postback. Its data and rich menu alias are meant for programs and are not stored. */
export function readPostback(value: unknown, channelLabel: string | null): LineMessageContent {
  const postback = asRaw(value)
  const label = channelLabel ?? visibleText(postback.displayText) ?? visibleText(postback.label)
  const picked = firstText(asRaw(postback.params), 'datetime', 'date', 'time')
  return {
    kind: 'postback',
    content: { kind: 'postback', label },
    text: labelled(POSTBACK_PLACEHOLDER, label, picked === undefined ? null : inThai(picked)),
    payload: null,
    messageType: 'text',
    imageUrl: null,
    mediaUrl: null,
    lineMessageId: null,
    quoteToken: null,
    markAsReadToken: null,
    media: null,
  }
}

/** Date and time from LINE's date picker, without time zone; either may be missing. */
const PICKED_DATE_TIME = /^(?:(\d{4}-\d{2}-\d{2})(?:T|$))?(\d{2}:\d{2})?$/
const THAI_DAY = new Intl.DateTimeFormat('th-TH', { dateStyle: 'medium', timeZone: 'UTC' })

function inThai(picked: string): string | null {
  const [whole, day, time] = PICKED_DATE_TIME.exec(picked) ?? []
  const at = new Date(`${day ?? '2000-01-01'}T${time ?? '00:00'}Z`)
  if (!whole || Number.isNaN(at.getTime())) return null
  return [day && THAI_DAY.format(at), time && `${time} น.`].filter(Boolean).join(' ')
}

function readText(message: Raw): ParsedMessage {
  const { text } = message
  if (visibleText(text) === null || typeof text !== 'string') return readUnknown(message)
  const emojis = spans(message.emojis, text).map(({ index, length }) => ({ index, length, url: null }))
  const mentions = spans(asRaw(message.mention).mentionees, text).map(({ index, length, raw }) => ({
    index,
    length,
    is_self: raw.isSelf === true,
  }))
  const isPlain = emojis.length === 0 && mentions.length === 0
  return { content: isPlain ? null : { kind: 'text', emojis, mentions }, text }
}

function readFile(message: Raw): ParsedMessage {
  const name = visibleText(message.fileName)
  const content: StoredContent = {
    kind: 'file',
    file_name: name ?? 'file',
    bytes: atLeastZero(message.fileSize),
  }
  return { content, text: labelled(file, name), media: 'file' }
}

const MAX_KEYWORDS = 15

function readSticker(message: Raw): ParsedMessage {
  const keywords = listOf(message.keywords)
    .map(visibleText)
    .filter((word) => word !== null)
    .slice(0, MAX_KEYWORDS)
  const text = visibleText(message.text)
  return {
    // The image URL is null when stored; `message-of-row.ts` adds it when the message is read.
    content: { kind: 'sticker', image_url: null, keywords, text },
    text: labelled(sticker, text ?? (keywords.join(', ') || null)),
  }
}

function readLocation(message: Raw): ParsedMessage {
  const [title, address] = [visibleText(message.title), visibleText(message.address)]
  const [latitude, longitude] = [degrees(message.latitude, 90), degrees(message.longitude, 180)]
  return {
    content:
      latitude === null || longitude === null
        ? unknown(message)
        : { kind: 'location', title, address, latitude, longitude },
    text: labelled(location, title, address),
  }
}

const readUnknown = (message: Raw): ParsedMessage => ({
  content: unknown(message),
  text: UNKNOWN_MESSAGE_PLACEHOLDER,
})

const MAX_TYPE_LENGTH = 100

function unknown(message: Raw): StoredContent {
  return { kind: 'unknown', type: (firstText(message, 'type') ?? 'unknown').slice(0, MAX_TYPE_LENGTH) }
}

function imageSet(message: Raw) {
  const set = asRaw(message.imageSet)
  const id = firstText(set, 'id')
  return id === undefined ? null : { id, index: countOf(set.index), total: countOf(set.total) }
}

function duration(message: Raw) {
  return { duration_ms: atLeastZero(message.duration) }
}

const MAX_LINK_LENGTH = 2_000

function linkOf(message: Raw): string | null {
  const provider = asRaw(message.contentProvider)
  const link = provider.type === 'external' ? firstText(provider, 'originalContentUrl') : undefined
  const isLink = link !== undefined && link.length <= MAX_LINK_LENGTH && URL.canParse(link)
  return isLink && /^https?:$/.test(new URL(link).protocol) ? link : null
}

function payloadOf(message: Raw, texts: ParsedMessage): Raw | null {
  const { id: _id, quoteToken: _quote, markAsReadToken: _read, type, text, ...rest } = message
  // Keeps `type` and `text` in the payload only when the columns do not contain them.
  const isText = typeof text === 'string' && text === texts.text
  const payload = {
    ...rest,
    ...(type === 'text' ? {} : { type }),
    ...(isText || text === undefined ? {} : { text }),
  }
  return Object.keys(payload).length === 0 ? null : payload
}

function spans(value: unknown, text: string): { index: number; length: number; raw: Raw }[] {
  return listOf(value).flatMap((each) => {
    const raw = asRaw(each)
    const { index, length } = raw
    if (typeof index !== 'number' || typeof length !== 'number') return []
    if (!Number.isInteger(index) || !Number.isInteger(length) || index < 0 || length < 1) return []
    return index + length > text.length ? [] : [{ index, length, raw }]
  })
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function visibleText(value: unknown): string | null {
  return typeof value === 'string' && !isInvisible(value) ? value : null
}

function labelled(placeholder: string, ...names: (string | null)[]): string {
  return [placeholder, ...names.filter((name) => name !== null)].join(' ')
}

const atLeastZero = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null

const countOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

const degrees = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Math.abs(value) <= most ? value : null
