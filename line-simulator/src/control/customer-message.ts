import { z } from 'zod'

/** Maximum length of a text in LINE's app, in UTF-16 code units. */
export const MAX_CUSTOMER_TEXT = 10_000

const messageId = z.string().regex(/^\d{1,30}$/)
const ids = {
  id: messageId.optional(),
  quoteToken: z.string().max(1_000).optional(),
  quotedMessageId: messageId.optional(),
}
const index = z.number().int().nonnegative()
const length = z.number().int().positive()
const emoji = z.looseObject({ index, length, productId: z.string(), emojiId: z.string() })
const mentionee = z.looseObject({ index, length, type: z.enum(['user', 'all']) })
const imageSet = z.looseObject({
  id: z.string().min(1).max(100),
  index: z.number().int().positive().optional(),
  total: z.number().int().positive().optional(),
})
const provider = z.looseObject({
  type: z.enum(['line', 'external']),
  originalContentUrl: z.url().optional(),
  previewImageUrl: z.url().optional(),
})

export const customerMessage = z.discriminatedUnion('type', [
  z.looseObject({
    ...ids,
    type: z.literal('text'),
    text: z.string().min(1).max(MAX_CUSTOMER_TEXT),
    emojis: z.array(emoji).optional(),
    mention: z.looseObject({ mentionees: z.array(mentionee).min(1).max(20) }).optional(),
  }),
  z.looseObject({
    ...ids,
    type: z.literal('image'),
    contentProvider: provider.optional(),
    imageSet: imageSet.optional(),
  }),
  z.looseObject({
    ...ids,
    type: z.literal(['video', 'audio']),
    contentProvider: provider.optional(),
    duration: z.number().int().positive().optional(),
  }),
  z.looseObject({
    ...ids,
    type: z.literal('file'),
    fileName: z.string().min(1).max(255).optional(),
    fileSize: z.number().int().nonnegative().optional(),
  }),
  z.looseObject({
    ...ids,
    type: z.literal('location'),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
  }),
  z.looseObject({
    ...ids,
    type: z.literal('sticker'),
    packageId: z.string().optional(),
    stickerId: z.string().optional(),
    stickerResourceType: z.string().optional(),
    keywords: z.array(z.string()).max(15).optional(),
    text: z.string().min(1).max(100).optional(),
  }),
])

export const STICKER_DEFAULTS = {
  packageId: '11537',
  stickerId: '52002734',
  stickerResourceType: 'ANIMATION',
}

type CustomerMessage = z.output<typeof customerMessage>

interface MessageDefaults {
  id: string
  quoteToken: string
  markAsReadToken: string
  /** Size in bytes. */
  size: number
}

export function completeMessage(
  given: CustomerMessage,
  filling: MessageDefaults,
): Record<string, unknown> & { id: string } {
  const { id, quoteToken, markAsReadToken, size } = filling
  const readable = { id, markAsReadToken }
  const quotable = { ...readable, quoteToken }
  const contentProvider = { type: 'line' }
  switch (given.type) {
    case 'text':
      return { ...quotable, ...given, id }
    case 'image':
      return { ...quotable, contentProvider, ...given, id }
    case 'video':
      return { ...quotable, contentProvider, duration: 5_000, ...given, id }
    case 'audio':
      return { ...readable, contentProvider, duration: 500, ...given, id }
    case 'file':
      return { ...readable, fileName: 'เอกสาร.txt', fileSize: size, ...given, id }
    case 'location': {
      const location = { title: 'อนุสาวรีย์ชัยสมรภูมิ', address: 'ถนนพญาไท เขตราชเทวี กรุงเทพมหานคร 10400' }
      const isMissing = given.latitude === undefined || given.longitude === undefined
      const defaultCoordinates = isMissing ? { ...location, latitude: 13.7649, longitude: 100.5383 } : {}
      return { ...readable, ...given, ...defaultCoordinates, id }
    }
    case 'sticker':
      return { ...quotable, ...STICKER_DEFAULTS, ...given, id }
  }
}
