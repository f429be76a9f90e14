import type { ErrorDetail } from '../errors.ts'

/** Maximum length of a text in UTF-16 code units, as LINE counts. */
const MAX_TEXT = 5_000
const MAX_URL = 2_000
const MAX_MESSAGES = 5
const MAX_QUICK_REPLIES = 13
const MAX_EMOJIS = 20
const MAX_SENDER_NAME = 20
const TYPES = [
  'text',
  'textV2',
  'image',
  'video',
  'audio',
  'location',
  'sticker',
  'template',
  'imagemap',
  'flex',
  'coupon',
]

type Fields = Record<string, unknown>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class Findings {
  readonly details: ErrorDetail[] = []

  add(property: string, message: string): void {
    this.details.push({ message, property })
  }

  text(fields: Fields, path: string, name: string, longest: number): void {
    const value = fields[name]
    if (value === undefined || value === null || value === '') this.add(`${path}.${name}`, 'May not be empty')
    else if (typeof value !== 'string') this.add(`${path}.${name}`, 'Must be a string')
    else if (value.length > longest) this.add(`${path}.${name}`, `Length must be between 0 and ${longest}`)
  }

  url(fields: Fields, path: string, name: string): void {
    const value = fields[name]
    const property = `${path}.${name}`
    if (value === undefined || value === null || value === '') this.add(property, 'May not be empty')
    else if (typeof value !== 'string') this.add(property, 'Must be a string')
    else if (value.length > MAX_URL) this.add(property, `Length must be between 0 and ${MAX_URL}`)
    // LINE rejects URLs with characters outside ASCII that are not percent-encoded.
    else if (!URL.canParse(value) || !/^[\x21-\x7e]+$/.test(value)) this.add(property, 'invalid uri')
    else if (new URL(value).protocol !== 'https:') this.add(property, 'invalid uri scheme')
  }

  number(fields: Fields, path: string, name: string, from: number, to: number): void {
    const value = fields[name]
    if (typeof value !== 'number') this.add(`${path}.${name}`, 'May not be null')
    else if (value < from || value > to) this.add(`${path}.${name}`, `must be between ${from} and ${to}`)
  }
}

function checkCommon(found: Findings, message: Fields, path: string): void {
  const { sender, quickReply, emojis } = message
  if (isObject(sender)) {
    const { name, iconUrl } = sender
    if (typeof name === 'string' && name.length > MAX_SENDER_NAME) {
      found.add(`${path}.sender.name`, `Length must be between 0 and ${MAX_SENDER_NAME}`)
    } else if (typeof name === 'string' && /line/i.test(name)) {
      found.add(`${path}.sender.name`, 'invalid value')
    }
    if (iconUrl !== undefined) found.url(sender, `${path}.sender`, 'iconUrl')
  }
  if (isObject(quickReply)) {
    const items = quickReply.items
    if (!Array.isArray(items) || items.length < 1 || items.length > MAX_QUICK_REPLIES) {
      found.add(`${path}.quickReply.items`, `Size must be between 1 and ${MAX_QUICK_REPLIES}`)
    }
  }
  if (Array.isArray(emojis) && emojis.length > MAX_EMOJIS) {
    found.add(`${path}.emojis`, `Size must be between 0 and ${MAX_EMOJIS}`)
  }
}

function checkMessage(found: Findings, message: unknown, path: string): void {
  if (!isObject(message)) {
    found.add(path, 'May not be null')
    return
  }
  if (typeof message.type !== 'string' || !TYPES.includes(message.type)) {
    found.add(`${path}.type`, `Must be one of the following values: [${TYPES.join(', ')}]`)
    return
  }
  checkCommon(found, message, path)
  switch (message.type) {
    case 'text':
    case 'textV2':
      found.text(message, path, 'text', MAX_TEXT)
      break
    case 'image':
    case 'video':
      found.url(message, path, 'originalContentUrl')
      found.url(message, path, 'previewImageUrl')
      break
    case 'audio':
      found.url(message, path, 'originalContentUrl')
      found.number(message, path, 'duration', 1, Number.MAX_SAFE_INTEGER)
      break
    case 'location':
      found.text(message, path, 'title', 100)
      found.text(message, path, 'address', 100)
      found.number(message, path, 'latitude', -90, 90)
      found.number(message, path, 'longitude', -180, 180)
      break
    case 'sticker':
      found.text(message, path, 'packageId', 20)
      found.text(message, path, 'stickerId', 20)
      break
    case 'coupon':
      found.text(message, path, 'couponId', 100)
      break
    default:
      found.text(message, path, 'altText', 1_500)
  }
}

export function checkMessages(messages: unknown): ErrorDetail[] {
  const found = new Findings()
  if (!Array.isArray(messages) || messages.length === 0) found.add('messages', 'May not be empty')
  else if (messages.length > MAX_MESSAGES) found.add('messages', `Size must be between 1 and ${MAX_MESSAGES}`)
  else for (const [index, message] of messages.entries()) checkMessage(found, message, `messages[${index}]`)
  return found.details
}
