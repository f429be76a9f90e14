import { validateSignature } from '@line/bot-sdk'
import { DeskError } from '../desk-error.ts'
import type { RefusedWebhooks } from './refused-webhooks.ts'
import type { WebhookChannel, WebhookChannels } from './webhook-channels.ts'

export async function signedChannel(
  { channels, refused }: { channels: WebhookChannels; refused: RefusedWebhooks },
  key: string,
  body: Buffer,
  signature: string | string[] | undefined,
): Promise<WebhookChannel> {
  const known = (await channels.known()).get(key)
  if (known?.secret && signatureFits(known.secret, body, signature)) return known
  const channel = (await channels.readAgain()).get(key)
  if (channel === undefined) {
    refused.unknownChannel(key)
    throw new DeskError('channel_not_found')
  }
  if (channel.secret === null) {
    refused.countForChannel('closed_secret', key)
    throw new DeskError('unavailable')
  }
  if (!signatureFits(channel.secret, body, signature)) {
    refused.countForChannel('bad_signature', key)
    throw new DeskError('invalid_signature')
  }
  return channel
}

/** Returns true when a header has the form of a signature: the base64 of 32 bytes. */
export function isSignature(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(header)
}

/** Returns true when exactly these bytes were signed with the channel's secret; compares in constant time. */
function signatureFits(secret: string, body: Buffer, header: string | string[] | undefined): boolean {
  return isSignature(header) && validateSignature(body, secret, header)
}
