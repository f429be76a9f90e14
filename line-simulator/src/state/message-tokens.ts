import { createHmac, timingSafeEqual } from 'node:crypto'

/** Purpose of a token. A `read` token marks its message and all earlier messages as read. */
type Purpose = 'quote' | 'read'

interface TokenSubject {
  channel_key: string
  user_id: string
  message_id: string
}

const SIGNATURE_BYTES = 12

/** Quote and read tokens, which never expire at LINE. They contain signed data, so the simulator stores none. */
export class MessageTokens {
  private readonly key: Buffer

  constructor(keyHex: string) {
    this.key = Buffer.from(keyHex, 'hex')
  }

  issue(purpose: Purpose, { channel_key, user_id, message_id }: TokenSubject): string {
    const text = [channel_key, user_id, message_id].join('/')
    return Buffer.concat([this.sign(purpose, text), Buffer.from(text)]).toString('base64url')
  }

  /** Returns undefined for a token with another purpose or a wrong signature. */
  read(purpose: Purpose, token: unknown): TokenSubject | undefined {
    if (typeof token !== 'string') return undefined
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length <= SIGNATURE_BYTES) return undefined
    const text = bytes.subarray(SIGNATURE_BYTES).toString()
    if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), this.sign(purpose, text))) return undefined
    const [channel_key = '', user_id = '', message_id = ''] = text.split('/')
    return { channel_key, user_id, message_id }
  }

  private sign(purpose: Purpose, text: string): Buffer {
    return createHmac('sha256', this.key).update(`${purpose}:${text}`).digest().subarray(0, SIGNATURE_BYTES)
  }
}
