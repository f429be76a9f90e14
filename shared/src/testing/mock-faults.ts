type Fault = 'network' | 'never' | { status: number; body: unknown }

/** What goes wrong with a mock desk's calls: `METHOD /path?query` that fail, or wait. */
export class MockFaults {
  #faults: { call: RegExp; fault: Fault; times: number }[] = []
  #holds: { call: RegExp; until: Promise<void> }[] = []

  /** The next answers to matching calls fail. */
  readonly fail = (call: RegExp, fault: Fault, times = 1): void => {
    this.#faults.push({ call, fault, times })
  }

  /** Every call is answered again. */
  readonly mend = (): void => {
    this.#faults.length = 0
  }

  /** Matching calls wait until the returned function is called. */
  readonly hold = (call: RegExp): (() => void) => {
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const entry = { call, until }
    this.#holds.push(entry)
    return () => {
      this.#holds.splice(this.#holds.indexOf(entry), 1)
      release()
    }
  }

  /** Resolves once nothing holds this call. */
  async waitFor(call: string): Promise<void> {
    await Promise.all(this.#holds.filter((each) => each.call.test(call)).map((each) => each.until))
  }

  /** How this call fails, if it does; used up. */
  take(call: string): Fault | undefined {
    const found = this.#faults.find((each) => each.times > 0 && each.call.test(call))
    if (found) found.times -= 1
    return found?.fault
  }
}
