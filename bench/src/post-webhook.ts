import { signatureOf, textEvent } from '../../server/src/testing/line-events.ts'

export interface WebhookCredentials {
  deskUrl: string
  channelKey: string
  botUserId: string
  secret: string
}

export async function webhookChannelOf({
  deskUrl,
  simulatorUrl,
}: {
  deskUrl: string
  simulatorUrl: string
}): Promise<WebhookCredentials> {
  const console = (await (await fetch(`${simulatorUrl}/simulator/console`)).json()) as {
    channels: { key: string; bot_user_id: string; channel_secret: string }[]
  }
  const channel = console.channels.find(({ key }) => key === 'main')
  if (channel === undefined) throw new Error('the simulator has no channel `main`')
  return { deskUrl, channelKey: channel.key, botUserId: channel.bot_user_id, secret: channel.channel_secret }
}

/** Sends events as a LINE webhook. @throws Error when the response is not 200 */
export async function postEvents(
  { deskUrl, channelKey, botUserId, secret }: WebhookCredentials,
  events: readonly Record<string, unknown>[],
): Promise<void> {
  const body = JSON.stringify({ destination: botUserId, events })
  const response = await fetch(`${deskUrl}/line/webhook/${channelKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-signature': signatureOf(secret, body) },
    body,
  })
  if (response.status !== 200) throw new Error(`the webhook returned ${response.status}`)
  await response.arrayBuffer()
}

/** Sends a text message as a LINE webhook. @throws Error when the response is not 200 */
export async function postTextMessage(
  channel: WebhookCredentials,
  userId: string,
  text: string,
): Promise<void> {
  await postEvents(channel, [textEvent(userId, text)])
}
