/**
 * Runs work one at a time per key. Calls that come while a run is under way share the one run after it: whoever asks is answered
 * by a run that began after the question.
 */
export class OneAtATime {
  private readonly running = new Map<string, { current: Promise<void>; next: Promise<void> | null }>()

  run(key: string, work: () => Promise<void>): Promise<void> {
    const entry = this.running.get(key)
    if (entry === undefined) return this.begin(key, work)
    entry.next ??= entry.current.catch(() => {}).then(() => this.begin(key, work))
    return entry.next
  }

  private begin(key: string, work: () => Promise<void>): Promise<void> {
    const entry: { current: Promise<void>; next: Promise<void> | null } = {
      next: null,
      current: work().finally(() => {
        if (entry.next === null) this.running.delete(key)
      }),
    }
    this.running.set(key, entry)
    return entry.current
  }
}
