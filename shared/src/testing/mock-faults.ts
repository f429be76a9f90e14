type Fault = 'network' | 'never' | { status: number; body: unknown }

/** Failures and delays of the mock server's API calls, selected by `METHOD /path?query`. */
export class MockFaults {
  #faults: { call: RegExp; fault: Fault; times: number }[] = []
  #holds: { call: RegExp; until: Promise<void> }[] = []

  /** Makes the next matching calls fail. */
  readonly fail = (call: RegExp, fault: Fault, times = 1): void => {
    this.#faults.push({ call, fault, times })
  }

  readonly mend = (): void => {
    this.#faults.length = 0
  }

  /** Delays matching calls until the returned function is called. */
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

  /** Waits until the test no longer delays the call. */
  async waitFor(call: string): Promise<void> {
    await Promise.all(this.#holds.filter((each) => each.call.test(call)).map((each) => each.until))
  }

  /** Returns the failure for a call and removes it from the list; undefined when the call succeeds. */
  next(call: string): Fault | undefined {
    const found = this.#faults.find((each) => each.times > 0 && each.call.test(call))
    if (found) found.times -= 1
    return found?.fault
  }
}
