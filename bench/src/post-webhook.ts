import { createHmac, randomBytes, randomUUID } from 'node:crypto'

export interface WebhookAccount {
  deskUrl: string
  channelKey: string
  /** LINE's id of the official account. */
  botUserId: string
  secret: string
}

let serial = Date.now()

/** A customer's text message comes to the desk's webhook, signed as LINE signs. @throws Error when the answer is not 200 */
export async function postTextMessage(account: WebhookAccount, userId: string, text: string): Promise<void> {
  const { deskUrl, channelKey, botUserId, secret } = account
  serial += 1
  const event = {
    type: 'message',
    mode: 'active',
    timestamp: Date.now(),
    source: { type: 'user', userId },
    webhookEventId: `01${randomBytes(12).toString('hex').toUpperCase()}`,
    deliveryContext: { isRedelivery: false },
    replyToken: randomBytes(16).toString('hex'),
    message: { id: String(serial), type: 'text', text, quoteToken: randomUUID() },
  }
  const body = JSON.stringify({ destination: botUserId, events: [event] })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const answer = await fetch(`${deskUrl}/line/webhook/${channelKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-signature': signature },
    body,
  })
  if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`)
  await answer.arrayBuffer()
}
