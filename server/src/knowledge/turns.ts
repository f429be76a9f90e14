import { setImmediate } from 'node:timers/promises'

/** Signs whose terms are made in a row: some ten milliseconds. */
const TURN = 20_000

/** Lets others have their turn in long work on texts. By signs, not by texts: these are of any length. */
export class Turns {
  #signs = 0

  /** After work on so many signs; answers whether others had their turn. */
  async after(signs: number): Promise<boolean> {
    this.#signs += signs
    if (this.#signs < TURN) return false
    this.#signs = 0
    await setImmediate()
    return true
  }
}
