import { setImmediate } from 'node:timers/promises'

/** Number of characters whose terms are made without a break: about ten milliseconds. */
const TURN = 20_000

/**
 * Yields to the event loop during long work on texts. Counts characters instead of texts, because texts have any
 * length.
 */
export class Turns {
  #signs = 0

  /** Called after processing this number of characters. Returns true when it yielded. */
  async after(signs: number): Promise<boolean> {
    this.#signs += signs
    if (this.#signs < TURN) return false
    this.#signs = 0
    await setImmediate()
    return true
  }
}
