import { asRaw, firstText, type Raw } from 'shared/contract/raw-json.ts'

/** What is kept of a LINE message. */
export interface MessageContent {
  messageType: string
  text: string
  /** Everything beyond the text, so that nothing is lost. */
  payload: Raw | null
  lineMessageId: string | null
  quoteToken: string | null
}

/** What people read where there is no text: each kind's own words. */
const PLACEHOLDERS: Record<string, (message: Raw) => string> = {
  image: () => '[รูปภาพ]',
  video: () => '[วิดีโอ]',
  audio: () => '[เสียง]',
  sticker: () => '[สติกเกอร์]',
  file: (message) => withName('[ไฟล์]', firstText(message, 'fileName')),
  location: (message) => withName('[ตำแหน่ง]', firstText(message, 'title', 'address')),
}
const UNKNOWN_PLACEHOLDER = '[ข้อความที่ยังแสดงไม่ได้]'

const withName = (kind: string, name: string | undefined) => (name === undefined ? kind : `${kind} ${name}`)

/** Reads the `message` of a message event; kinds that LINE invents later are kept with a general text. */
export function readContent(value: unknown): MessageContent {
  const message = asRaw(value)
  const messageType = (firstText(message, 'type') ?? 'unknown').toLowerCase()
  const isText = messageType === 'text' && typeof message.text === 'string'
  const { id: _id, type: _type, quoteToken: _quote, text: _text, ...rest } = message
  const payload = isText
    ? rest
    : { ...rest, ...(typeof message.text === 'string' ? { text: message.text } : {}) }
  return {
    messageType,
    text: isText ? (message.text as string) : (PLACEHOLDERS[messageType]?.(message) ?? UNKNOWN_PLACEHOLDER),
    payload: Object.keys(payload).length === 0 ? null : payload,
    lineMessageId: firstText(message, 'id') ?? null,
    quoteToken: firstText(message, 'quoteToken') ?? null,
  }
}
