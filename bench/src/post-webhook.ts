import { signatureOf, textEvent } from '../../server/src/testing/line-events.ts'

export interface WebhookAccount {
  deskUrl: string
  channelKey: string
  /** LINE's id of the official account. */
  botUserId: string
  secret: string
}

/** A customer's text message comes to the desk's webhook, signed as LINE signs. @throws Error when the answer is not 200 */
export async function postTextMessage(account: WebhookAccount, userId: string, text: string): Promise<void> {
  const { deskUrl, channelKey, botUserId, secret } = account
  const body = JSON.stringify({ destination: botUserId, events: [textEvent(userId, text)] })
  const answer = await fetch(`${deskUrl}/line/webhook/${channelKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-signature': signatureOf(secret, body) },
    body,
  })
  if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`)
  await answer.arrayBuffer()
}
