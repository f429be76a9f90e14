import fc from 'fast-check'
import { webhookFixtures } from 'line-simulator/line-schemas/webhook-fixtures.ts'
import { UNKNOWN_MESSAGE_PLACEHOLDER } from 'shared/contract/constants.ts'
import { MessageContentSchema } from 'shared/contract/messages/message-content.ts'
import { expect, test } from 'vitest'
import { readLineMessage, readPostback } from './line-message-content.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'get', 'size'])(
  'a LINE message of type %s, the name of an inherited property, is an unknown message',
  (type) => {
    const read = readLineMessage({ type, id: '1', constructor: 'x' })
    expect(read).toMatchObject({ messageType: 'text', kind: 'unknown', text: UNKNOWN_MESSAGE_PLACEHOLDER })
    expect(read.content).toEqual({ kind: 'unknown', type })
  },
)

test('reads names and texts of files, locations and stickers from LINE messages', () => {
  expect(readLineMessage({ type: 'file', fileName: 'สลิป.pdf' }).text).toBe('[ไฟล์] สลิป.pdf')
  expect(readLineMessage({ type: 'location', title: 'ร้าน', address: 'ถนนสีลม' }).text).toBe(
    '[ตำแหน่ง] ร้าน ถนนสีลม',
  )
  const sticker = { type: 'sticker', stickerId: '1', keywords: ['สวัสดี', '', 5, 'hello'] }
  expect(readLineMessage(sticker).text).toBe('[สติกเกอร์] สวัสดี, hello')
  expect(readLineMessage({ ...sticker, text: 'โอนให้นะ' }).text).toBe('[สติกเกอร์] โอนให้นะ')
})

test.each(['', '  \n\t', '\u200b', '\u3164', '\u2800', null, 5, ['x']])(
  'a message text without visible characters becomes a placeholder (%j)',
  (text) => {
    expect(readLineMessage({ type: 'text', text })).toMatchObject({
      kind: 'unknown',
      text: UNKNOWN_MESSAGE_PLACEHOLDER,
    })
  },
)

test('emojis and mentions whose range is outside the message text are dropped', () => {
  const emojis = [
    { index: 0, length: 3 },
    { index: 2, length: 2 },
    { index: -1, length: 1 },
    { index: 0, length: 0 },
    { index: 0.5, length: 1 },
    { index: '0', length: 1 },
    null,
  ]
  const { content } = readLineMessage({ type: 'text', text: 'abc', emojis, mention: { mentionees: emojis } })
  expect(content).toEqual({
    kind: 'text',
    emojis: [{ index: 0, length: 3, url: null }],
    mentions: [{ index: 0, length: 3, is_self: false }],
  })
})

test('external media become a link that is not fetched; only http(s) URLs are accepted', () => {
  const at = (type: string, originalContentUrl: unknown) =>
    readLineMessage({ type, contentProvider: { type: 'external', originalContentUrl } })
  expect(at('image', 'https://example.com/a.jpg')).toMatchObject({
    imageUrl: 'https://example.com/a.jpg',
    mediaUrl: null,
    media: null,
  })
  expect(at('video', 'http://example.com/a.mp4')).toMatchObject({
    imageUrl: null,
    mediaUrl: 'http://example.com/a.mp4',
    media: null,
  })
  for (const bad of ['javascript:alert(1)', 'nonsense', 5, `https://x/${'a'.repeat(2_000)}`])
    expect(at('image', bad)).toMatchObject({ imageUrl: null, media: null })
})

test('a postback is described by the label of the channel, or else by the button text', () => {
  const postback = { data: 'a=1', displayText: 'ดูยอด' }
  expect(readPostback(postback, 'ติดต่อแอดมิน').text).toBe('[กดปุ่ม] ติดต่อแอดมิน')
  expect(readPostback(postback, null).text).toBe('[กดปุ่ม] ดูยอด')
  expect(readPostback(null, null)).toMatchObject({ text: '[กดปุ่ม]', content: { label: null } })
})

test.each([
  { data: 'action=x' },
  { data: 'action=x', displayText: ' \u200b' },
  { data: 'action=x', params: { newRichMenuAliasId: 'action=x', status: 'action=x' } },
  { data: 'action=x', params: { date: 'action=x' } },
  { data: 'action=x', params: { datetime: '2026-01-31T10:00 action=x' } },
  { data: 'action=x', action: 'action=x', displayText: { text: 'action=x' } },
])('postback data is not stored in text, content or payload of a message: %j', (postback) => {
  expect(JSON.stringify(readPostback(postback, null))).not.toContain('action=x')
  expect(readPostback(postback, null).text).toBe('[กดปุ่ม]')
})

test.each([
  [{ datetime: '2026-01-31T10:00' }, '31 ม.ค. 2569 10:00 น.'],
  [{ date: '2026-03-05' }, '5 มี.ค. 2569'],
  [{ time: '09:07' }, '09:07 น.'],
])('a picked date or time is formatted in Thai: %j', (params, words) => {
  expect(readPostback({ data: 'a=1', params }, null).text).toBe(`[กดปุ่ม] ${words}`)
  expect(readPostback({ data: 'a=1', params }, 'จองคิว').text).toBe(`[กดปุ่ม] จองคิว ${words}`)
})

test.each([
  [{ newRichMenuAliasId: 'menu-b', status: 'SUCCESS' }],
  [{ datetime: '2026-99-99T10:00' }],
  [{ date: 'tomorrow' }],
])('an invalid picked date or time is omitted: %j', (params) => {
  expect(readPostback({ data: 'a=1', params }, null).text).toBe('[กดปุ่ม]')
})

/** Returns the content in the API contract's format, which adds `media`. */
const onTheWire = (content: object | null) => (content === null ? null : { media: null, ...content })

const TYPES = ['text', 'image', 'video', 'audio', 'file', 'sticker', 'location', 'unknown']
const FIELDS = [
  ...['text', 'emojis', 'mention', 'quotedMessageId', 'imageSet', 'contentProvider', 'duration', 'fileName'],
  ...['fileSize', 'title', 'address', 'latitude', 'longitude', 'keywords', 'stickerId', 'id', 'quoteToken'],
]
const anyMessage = fc.oneof(
  fc.jsonValue(),
  fc
    .tuple(
      fc.oneof(fc.constantFrom(...TYPES), fc.jsonValue()),
      fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.jsonValue(), fc.double(), fc.string())),
    )
    .map(([type, fields]): unknown => ({ ...fields, type })),
)

test('any LINE message is converted to a non-empty text and to content that fits the contract', () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      for (const read of [readLineMessage(message), readPostback(message, null)]) {
        expect(read.text.trim()).not.toBe('')
        if (read.content !== null) MessageContentSchema.parse(onTheWire(read.content))
        expect(read.content?.kind ?? 'text').toBe(read.kind)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('reading a stored LINE message again gives the same result', () => {
  for (const { event } of webhookFixtures().filter((each) => each.event.type === 'message')) {
    const message = event.message as Record<string, unknown>
    const { kind, text, content, payload } = readLineMessage(message)
    const { type } = message
    const again = readLineMessage({ ...(type === 'text' ? { text } : {}), type, ...payload })
    expect(again).toMatchObject({ kind, text, content })
  }
})
