import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { deskKey } from './desk-key.store.ts'

/** `original`: as LINE gave it; `preview`: a small picture of it. */
export type MediaVariant = 'original' | 'preview'

const BORDER_S = 6 * 60 * 60

/**
 * Addresses of customers' media: paths of this desk, signed, that expire. All that are made between two borders, six hours apart, are
 * the same, so that a page which reads a message again does not load its picture again; they hold six to twelve hours.
 */
export class MediaAddresses {
  private key: Buffer | null
  private readonly now: () => Date
  private readonly stickerUrl: string | null
  private readonly emojiUrl: string | null

  /** `key` null: it is in the database (`readKey`). */
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

  /** Where a sticker's picture can be had; LINE promises none, so that it may not be there. */
  ofSticker(id: string): string | null {
    return this.stickerUrl === null || !/^\d{1,20}$/.test(id) ? null : this.stickerUrl.replace('{id}', id)
  }

  /** Where the picture of one of LINE's own emoji can be had, by the ids that LINE tells of it. */
  ofEmoji(productId: unknown, emojiId: unknown): string | null {
    const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{1,40}$/.test(id)
    if (this.emojiUrl === null || !isId(productId) || !isId(emojiId)) return null
    return this.emojiUrl.replace('{product}', productId).replace('{id}', emojiId)
  }

  /** Takes the key that all servers of this desk share. A server may serve before its database is open. */
  async readKey(db: Db): Promise<void> {
    this.key = await deskKey(db, 'media-addresses')
  }

  /** The address of media `id`. */
  of(id: string, variant: MediaVariant): string {
    const expires = (Math.floor(this.now().getTime() / 1000 / BORDER_S) + 2) * BORDER_S
    const signature = this.sign(id, variant, expires).toString('base64url')
    return `/media/${id}?v=${variant}&e=${expires}&s=${signature}`
  }

  /** Seconds for which the address holds; `expired` after them, `forged` where the signature is not ours. */
  check(
    id: string,
    variant: MediaVariant,
    expires: number,
    signature: string,
  ): number | 'expired' | 'forged' {
    const given = Buffer.from(signature, 'base64url')
    const signed = this.sign(id, variant, expires)
    if (given.length !== signed.length || !timingSafeEqual(given, signed)) return 'forged'
    const left = expires - Math.floor(this.now().getTime() / 1000)
    return left > 0 ? left : 'expired'
  }

  private sign(id: string, variant: MediaVariant, expires: number): Buffer {
    if (this.key === null) throw new DeskError('unavailable')
    return createHmac('sha256', this.key).update(`${id}.${variant}.${expires}`).digest()
  }
}
