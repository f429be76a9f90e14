import { setImmediate } from 'node:timers/promises'

/** Number of characters between yields, about ten milliseconds of work. */
const MAX_CHARACTERS = 20_000

/** Yields to the event loop during long work. Counts characters instead of texts, because texts can have any length. */
export class YieldBudget {
  #characters = 0

  /** `characters` is the number processed since the last call. Returns true when it yielded to the event loop. */
  async after(characters: number): Promise<boolean> {
    this.#characters += characters
    if (this.#characters < MAX_CHARACTERS) return false
    this.#characters = 0
    await setImmediate()
    return true
  }
}
