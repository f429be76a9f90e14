import type { Db } from '../db/client.ts'
import type { DiskSpace, SpaceReservation } from '../disk-space.ts'
import {
  chargeCustomerMedia,
  msUntilNextMediaDay,
  refundCustomerMedia,
} from './customer-media-budget.store.ts'

/** Size of the steps in which content of unknown length is reserved, in bytes. */
export const RESERVATION_STEP_BYTES = 4_000_000

export class DailyLimitReached extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('the customer has used up the media budget of the day')
    this.waitMs = waitMs
  }
}

interface ReservationParts {
  db: Db
  space: DiskSpace
  /** Customer whose daily media budget is charged; null when the content was already charged. */
  customer: { id: string; bytesPerDay: number } | null
}

/** Disposing the reservation frees the disk space, and refunds the budget unless the content was stored. */
export class MediaReservation implements AsyncDisposable {
  private readonly parts: ReservationParts
  private readonly reservation: SpaceReservation
  private readonly charges: { day: string; bytes: number }[] = []
  private allowed = 0

  private constructor(parts: ReservationParts, reservation: SpaceReservation) {
    this.parts = parts
    this.reservation = reservation
  }

  /** Called before the content is requested from LINE. Throws `storage_full` or DailyLimitReached. */
  static async open(parts: ReservationParts): Promise<MediaReservation> {
    const reservation = await parts.space.reserve()
    const mediaReservation = new MediaReservation(parts, reservation)
    await mediaReservation.charge(0)
    return mediaReservation
  }

  /** Raises the reservation to a total of `bytes`. Throws the same errors as `open`. */
  async allow(bytes: number): Promise<void> {
    const more = bytes - this.allowed
    if (more <= 0) return
    await this.charge(more)
    // Reserves twice the size, because the downloaded file and its copy in the store exist at the same time.
    await this.reservation.grow(2 * more)
    this.allowed = bytes
  }

  /** Frees the disk space, since the blob store makes its own reservation, and refunds the budget beyond `bytes`. */
  async settle(bytes: number): Promise<void> {
    this.reservation[Symbol.dispose]()
    const excess = this.allowed - bytes
    const last = this.charges.at(-1)
    if (excess <= 0 || last === undefined || this.parts.customer === null) return
    await refundCustomerMedia(this.parts.db, {
      customerId: this.parts.customer.id,
      ...last,
      bytes: excess,
    })
    last.bytes -= excess
  }

  /** Keeps the budget charged, because the content was stored. */
  markStored(): void {
    this.charges.length = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.reservation[Symbol.dispose]()
    const { db, customer } = this.parts
    if (customer === null) return
    for (const charge of this.charges.splice(0))
      await refundCustomerMedia(db, { customerId: customer.id, ...charge })
  }

  private async charge(bytes: number): Promise<void> {
    const { db, customer } = this.parts
    if (customer === null) return
    const day = await chargeCustomerMedia(db, {
      customerId: customer.id,
      bytes,
      perDay: customer.bytesPerDay,
    })
    if (day === null) throw new DailyLimitReached(await msUntilNextMediaDay(db))
    if (bytes > 0) this.charges.push({ day, bytes })
  }
}
