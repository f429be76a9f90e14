/** The pause of a probe, and how long it may be silent before another item takes its place. */
const PROBE_PAUSE_MS = 10_000
const PROBE_SILENCE_MS = 45_000

/**
 * One waiting item of each channel, retried often enough that the end of a LINE outage is seen soon. The others keep their own pauses:
 * the probe's success wakes them.
 */
export class OutageProbes {
  private readonly probes = new Map<string, { id: string; until: number }>()
  private readonly clock: () => number

  /** `clock` returns ms and never goes back. */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock
  }

  /** Returns the pause of an item that LINE did not answer for. */
  pauseFor(channelKey: string, id: string, pauseMs: number): number {
    const now = this.clock()
    const probe = this.probes.get(channelKey)
    if (probe !== undefined && probe.id !== id && probe.until > now) return pauseMs
    this.probes.set(channelKey, { id, until: now + PROBE_SILENCE_MS })
    return Math.min(pauseMs, PROBE_PAUSE_MS)
  }

  ended(channelKey: string, id: string): void {
    if (this.probes.get(channelKey)?.id === id) this.probes.delete(channelKey)
  }
}
