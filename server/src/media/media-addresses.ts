import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { deskKey } from './desk-key.store.ts'

export type MediaVariant = 'original' | 'preview'

const EXPIRY_STEP_S = 6 * 60 * 60

const UNSIGNED = /^\/media\/([0-9a-f-]{36})\?v=(original|preview)$/

/**
 * Signs URLs of media. URLs that are signed in the same period of six hours are the same, so that a page need not
 * reload images. They are valid for six to twelve hours, and only while the session exists.
 */
export class MediaAddresses {
  private key: Buffer | null
  private readonly now: () => Date
  private readonly stickerUrl: string | null
  private readonly emojiUrl: string | null

  /** `key` is null when `readKey` reads the key from the database later. */
  constructor(
    key: Buffer | null,
    now: () => Date,
    stickerUrl: string | null = null,
    emojiUrl: string | null = null,
  ) {
    this.key = key
    this.now = now
    this.stickerUrl = stickerUrl
    this.emojiUrl = emojiUrl
  }

  /** Returns the URL of a sticker's image, which may not exist; null when no sticker URL is configured. */
  ofSticker(id: string): string | null {
    return this.stickerUrl === null || !/^\d{1,20}$/.test(id) ? null : this.stickerUrl.replace('{id}', id)
  }

  ofEmoji(productId: unknown, emojiId: unknown): string | null {
    const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{1,40}$/.test(id)
    if (this.emojiUrl === null || !isId(productId) || !isId(emojiId)) return null
    return this.emojiUrl.replace('{product}', productId).replace('{id}', emojiId)
  }

  /** Reads the key that all servers share. Called after the start, because a server may start before its database. */
  async readKey(db: Db): Promise<void> {
    this.key = await deskKey(db, 'media-addresses')
  }

  /** Returns the unsigned URL of media, which messages contain inside the server. */
  of(id: string, variant: MediaVariant): string {
    return `/media/${id}?v=${variant}`
  }

  /** Signs a URL for the session with this token hash (hex). Returns null for a URL that `of` did not return. */
  signFor(tokenHash: string, address: string): string | null {
    const [, id, variant] = UNSIGNED.exec(address) ?? []
    if (id === undefined) return null
    const expires = (Math.floor(this.now().getTime() / 1000 / EXPIRY_STEP_S) + 2) * EXPIRY_STEP_S
    const session = Buffer.from(tokenHash, 'hex').toString('base64url')
    const signature = this.sign(`${id}.${variant}.${expires}.${session}`).toString('base64url')
    return `${address}&e=${expires}&u=${session}&s=${signature}`
  }

  /** Returns the token hash of the session for which the URL was signed; null when the URL is forged or expired. */
  sessionOf(
    id: string,
    variant: MediaVariant,
    { expires, session, signature }: { expires: number; session: string; signature: string },
  ): string | null {
    const given = Buffer.from(signature, 'base64url')
    const signed = this.sign(`${id}.${variant}.${expires}.${session}`)
    if (given.length !== signed.length || !timingSafeEqual(given, signed)) return null
    return expires > this.now().getTime() / 1000 ? Buffer.from(session, 'base64url').toString('hex') : null
  }

  private sign(text: string): Buffer {
    if (this.key === null) throw new DeskError('unavailable')
    return createHmac('sha256', this.key).update(text).digest()
  }
}
