import { randomBytes } from 'node:crypto'

export interface Entropy {
  bytes(size: number): Buffer
  /** Returns a random number in [0, 1). */
  fraction(): number
}

export const systemEntropy: Entropy = {
  bytes: (size) => randomBytes(size),
  fraction: () => Math.random(),
}

export const USER_ID_PATTERN = /^U[0-9a-f]{32}$/

export function newUserId(entropy: Entropy): string {
  return `U${entropy.bytes(16).toString('hex')}`
}

/** Message ids: 18 decimal digits that only increase, also after a restart. JavaScript numbers are not exact enough. */
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
