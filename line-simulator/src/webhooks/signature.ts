import { createHmac } from 'node:crypto'

/** `x-line-signature`: Base64 of HMAC-SHA256 over the raw body, keyed with the channel secret. */
export function signWebhook(channelSecret: string, body: string): string {
  return createHmac('sha256', channelSecret).update(body, 'utf8').digest('base64')
}
