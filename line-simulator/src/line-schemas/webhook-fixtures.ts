import { monotonicFactory } from 'ulid'

type Fields = Record<string, unknown>

export interface WebhookFixture {
  name: string
  event: Fields & { type: string; webhookEventId: string }
  /** False for events that LINE's files do not describe (yet). A bot must accept such events nevertheless. */
  described: boolean
  messageId?: string
}

interface FixtureOptions {
  userId?: string
  /** Unix time of the first event in ms. Each further event is one second later. */
  timestamp?: number
  /** Prefix of all ids, 12 digits, so that several sets of fixtures can be stored in one database. */
  idPrefix?: string
}

const EXTERNAL = {
  type: 'external',
  originalContentUrl: 'https://example.com/original.jpg',
  previewImageUrl: 'https://example.com/preview.jpg',
}

export const STICKER_RESOURCE_TYPES = [
  ...['STATIC', 'ANIMATION', 'SOUND', 'ANIMATION_SOUND', 'POPUP', 'POPUP_SOUND'],
  ...['CUSTOM', 'MESSAGE', 'NAME_TEXT', 'PER_STICKER_TEXT'],
]

/** Returns the fixtures. The first event is a plain text; quoting and unsend events refer to a message of this set. */
export function webhookFixtures(options: FixtureOptions = {}): WebhookFixture[] {
  const {
    userId = `U${'a1b2c3d4'.repeat(4)}`,
    timestamp = 1_790_000_000_000,
    idPrefix = '579000000000',
  } = options
  const nextUlid = monotonicFactory()
  const found: WebhookFixture[] = []
  const replyToken = () => String(found.length).padStart(32, '0')

  function add(
    name: string,
    body: Fields & { type: string },
    more: { described?: boolean; messageId?: string } = {},
  ): void {
    const at = timestamp + found.length * 1_000
    const event = {
      mode: 'active',
      timestamp: at,
      source: { type: 'user', userId },
      webhookEventId: nextUlid(at),
      deliveryContext: { isRedelivery: false },
      ...body,
    }
    found.push({ name, event, described: true, ...more })
  }
  function addMessage(name: string, message: Fields, around: Fields = {}, described = true): string {
    const id = idPrefix + String(found.length).padStart(6, '0')
    add(
      name,
      {
        type: 'message',
        replyToken: replyToken(),
        message: { id, markAsReadToken: `read-${id}`, ...message },
        ...around,
      },
      { described, messageId: id },
    )
    return id
  }
  const quoteToken = () => `quote-${found.length}`
  const addText = (name: string, text: string, more: Fields = {}, around: Fields = {}) =>
    addMessage(name, { type: 'text', text, quoteToken: quoteToken(), ...more }, around)
  const addReplyable = (name: string, type: string, fields: Fields) =>
    add(name, { type, replyToken: replyToken(), ...fields })
  const line = { type: 'line' }

  const text = addText('text', 'ฝากเงินไม่เข้าค่ะ')
  addText('text with LINE emoji', '(hello) สวัสดี (love)', {
    emojis: [
      { index: 0, length: 7, productId: '5ac1bfd5040ab15980c9b435', emojiId: '001' },
      { index: 15, length: 6, productId: '5ac1bfd5040ab15980c9b435', emojiId: '002' },
    ],
  })
  addText('text with mentions', '@OA หลัก ช่วยดูให้ @All หน่อย', {
    mention: {
      mentionees: [
        { index: 0, length: 8, type: 'user', userId: `U${'0'.repeat(32)}`, isSelf: true },
        { index: 19, length: 4, type: 'all' },
      ],
    },
  })
  addText('text that quotes', 'อันนี้ค่ะ', { quotedMessageId: text })
  addText('text that quotes an unknown message', 'ข้อความเก่า', { quotedMessageId: '400000000000000001' })
  addText('text without a token to mark it as read', 'ok', { markAsReadToken: undefined })
  addMessage('image', { type: 'image', contentProvider: line, quoteToken: quoteToken() })
  addMessage('image, external', { type: 'image', contentProvider: EXTERNAL, quoteToken: quoteToken() })
  // These images arrive out of order, because LINE does not guarantee the order.
  for (const index of [2, 1, 3]) {
    addMessage(`image ${index} of a set of 3`, {
      type: 'image',
      contentProvider: line,
      quoteToken: quoteToken(),
      imageSet: { id: `set-${idPrefix}`, index, total: 3 },
    })
  }
  addMessage('image of a set without its position', {
    type: 'image',
    contentProvider: line,
    quoteToken: quoteToken(),
    imageSet: { id: `old-set-${idPrefix}` },
  })
  addMessage('video', { type: 'video', contentProvider: line, duration: 5_200, quoteToken: quoteToken() })
  addMessage('video, external, no duration', {
    type: 'video',
    contentProvider: { ...EXTERNAL, originalContentUrl: 'https://example.com/original.mp4' },
    quoteToken: quoteToken(),
  })
  addMessage('audio', { type: 'audio', contentProvider: line, duration: 3_400 })
  addMessage('audio, external, no duration', {
    type: 'audio',
    contentProvider: { type: 'external', originalContentUrl: 'https://example.com/original.m4a' },
  })
  addMessage('file', { type: 'file', fileName: 'ใบเสร็จ พ.ย. 2569.pdf', fileSize: 2_138 })
  addMessage('location', {
    type: 'location',
    title: 'อนุสาวรีย์ชัยสมรภูมิ',
    address: 'ถนนพญาไท เขตราชเทวี กรุงเทพมหานคร 10400',
    latitude: 13.7649,
    longitude: 100.5383,
  })
  addMessage('location with only coordinates', { type: 'location', latitude: -33.86, longitude: 151.21 })
  const sticker = (more: Fields) => ({
    type: 'sticker',
    packageId: '11537',
    stickerId: '52002734',
    stickerResourceType: 'STATIC',
    quoteToken: quoteToken(),
    ...more,
  })
  for (const stickerResourceType of STICKER_RESOURCE_TYPES) {
    addMessage(
      `sticker, ${stickerResourceType}`,
      sticker({ stickerResourceType, keywords: ['สวัสดี', 'hello'] }),
    )
  }
  addMessage(
    'sticker with a text of its own',
    sticker({ stickerResourceType: 'MESSAGE', text: 'เดี๋ยวโอนให้นะ' }),
  )
  addMessage('sticker that quotes', sticker({ quotedMessageId: text }))
  addMessage('sticker, resource type unknown', sticker({ stickerResourceType: 'HOLOGRAM' }), {}, false)
  addText('message, standby', 'ถามอีกช่องทาง', {}, { mode: 'standby', replyToken: undefined })
  addText('message, redelivered', 'ส่งมาแล้วรอบหนึ่ง', {}, { deliveryContext: { isRedelivery: true } })
  addText('message with fields unknown', 'ใหม่', { somethingNew: { deep: [1] } })
  addMessage('message of an unknown type', { type: 'hologram', depth: 3 }, {}, false)
  add('unsend', { type: 'unsend', unsend: { messageId: text } })
  add('unfollow', { type: 'unfollow' })
  for (const isUnblocked of [false, true]) {
    addReplyable(`follow, ${isUnblocked ? 'unblocked' : 'new'}`, 'follow', { follow: { isUnblocked } })
  }
  addReplyable('postback', 'postback', { postback: { data: 'action=balance' } })
  addReplyable('postback with a datetime', 'postback', {
    postback: { data: 'action=book', params: { datetime: '2026-11-22T14:30' } },
  })
  addReplyable('postback with a date', 'postback', {
    postback: { data: 'action=book', params: { date: '2026-11-22' } },
  })
  addReplyable('postback of a rich menu', 'postback', {
    postback: {
      data: 'menu=deposit',
      params: { newRichMenuAliasId: 'richmenu-alias-b', status: 'SUCCESS' },
    },
  })
  addReplyable('videoPlayComplete', 'videoPlayComplete', { videoPlayComplete: { trackingId: 'promo-nov' } })
  for (const type of ['enter', 'banner', 'stay']) {
    addReplyable(`beacon, ${type}`, 'beacon', { beacon: { hwid: 'd41d8cd98f', type, dm: '0a1b' } })
  }
  addReplyable('accountLink, ok', 'accountLink', { link: { result: 'ok', nonce: 'n-1' } })
  add('accountLink, failed', { type: 'accountLink', link: { result: 'failed', nonce: 'n-2' } })
  for (const type of ['joined', 'left', 'renewed']) {
    addReplyable(`membership, ${type}`, 'membership', { membership: { type, membershipId: 3189 } })
  }
  const bot = `U${'b'.repeat(32)}`
  const ofAccount = { source: undefined }
  add('module, attached', {
    type: 'module',
    ...ofAccount,
    module: { type: 'attached', botId: bot, scopes: ['message:send'] },
  })
  add('module, detached', {
    type: 'module',
    ...ofAccount,
    module: { type: 'detached', botId: bot, reason: 'bot_deleted' },
  })
  add('activated', { type: 'activated', chatControl: { expireAt: timestamp + 3_600_000 } })
  add('deactivated', { type: 'deactivated' })
  add('botSuspended', { type: 'botSuspended', ...ofAccount })
  add('botResumed', { type: 'botResumed', ...ofAccount })
  add('delivery', {
    type: 'delivery',
    delivery: { data: '15034552939884E28681A7D668CEA94C147C716C0EC9DFE8B80B44EF3B57F6BD' },
  })
  add('event of an unknown type', { type: 'telepathy', thought: 'ยอดยังไม่เข้า' }, { described: false })
  // Removes undefined properties, because the JSON of a webhook cannot contain them.
  return found.map((fixture) => ({ ...fixture, event: JSON.parse(JSON.stringify(fixture.event)) }))
}

export function callbackOf(
  destination: string,
  fixtures: readonly WebhookFixture[],
): { destination: string; events: Fields[] } {
  return { destination, events: fixtures.map((fixture) => fixture.event) }
}
