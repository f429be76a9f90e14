import { setImmediate } from 'node:timers/promises'

/** Number of characters whose terms are computed without yielding: about ten milliseconds of work. */
const MAX_CHARACTERS = 20_000

/**
 * Yields to the event loop during long work on texts. Counts characters instead of texts, because texts can have
 * any length.
 */
export class YieldBudget {
  #characters = 0

  /**
   * Yields to the event loop after enough characters; call it with the number of characters processed since the
   * last call. Returns true when it yielded.
   */
  async after(characters: number): Promise<boolean> {
    this.#characters += characters
    if (this.#characters < MAX_CHARACTERS) return false
    this.#characters = 0
    await setImmediate()
    return true
  }
}
