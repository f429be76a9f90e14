import { MESSAGE_PLACEHOLDERS, UNKNOWN_MESSAGE_PLACEHOLDER } from 'shared/contract/constants.ts'
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

/** Maps, for a type may be called like a member of every object (`constructor`). */
const PLACEHOLDERS = new Map<string, string>(Object.entries(MESSAGE_PLACEHOLDERS))
/** Where a kind says what it is, beside its words. */
const NAME_FIELDS = new Map([
  ['file', ['fileName']],
  ['location', ['title', 'address']],
])

/** What people read where there is no text. */
function placeholderOf(messageType: string, message: Raw): string {
  const kind = PLACEHOLDERS.get(messageType) ?? UNKNOWN_MESSAGE_PLACEHOLDER
  const name = firstText(message, ...(NAME_FIELDS.get(messageType) ?? []))
  return name === undefined ? kind : `${kind} ${name}`
}

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
    text: isText ? (message.text as string) : placeholderOf(messageType, message),
    payload: Object.keys(payload).length === 0 ? null : payload,
    lineMessageId: firstText(message, 'id') ?? null,
    quoteToken: firstText(message, 'quoteToken') ?? null,
  }
}
