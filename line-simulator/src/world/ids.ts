import { randomBytes, randomUUID } from 'node:crypto'

/** Source of randomness. Tests pass their own source. */
export interface Entropy {
  bytes(size: number): Buffer
  /** Returns a number in [0, 1). */
  fraction(): number
}

export const systemEntropy: Entropy = {
  bytes: (size) => randomBytes(size),
  fraction: () => Math.random(),
}

/** Pattern of LINE user ids and bot user ids: `U` and 32 lower-case hex digits. */
export const USER_ID_PATTERN = /^U[0-9a-f]{32}$/

export function newUserId(entropy: Entropy): string {
  return `U${entropy.bytes(16).toString('hex')}`
}

/** Returns a value for `x-line-request-id`. */
export function newRequestId(): string {
  return randomUUID()
}

/**
 * Creates message ids: 18 decimal digits that only increase, also across restarts, because they start with the
 * clock in ms. Ids are strings, because they exceed JavaScript's safe integers.
 */
export class MessageIds {
  private last = 0n
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  next(): string {
    const fromClock = BigInt(this.now()) * 100_000n
    this.last = fromClock > this.last ? fromClock : this.last + 1n
    return this.last.toString()
  }
}
