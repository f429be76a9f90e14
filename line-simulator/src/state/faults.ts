import { ulid } from 'ulid'

export const FAULT_TARGETS = ['push', 'reply', 'content', 'profile', 'webhook'] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

export const CALL_MODES = ['500', '429', 'drop_answer', 'drop_request', 'delay'] as const

const MODES = {
  push: [...CALL_MODES, 'quota'],
  reply: [...CALL_MODES, 'expired_token'],
  content: [...CALL_MODES, '202', '404', '410', 'transcoding_failed'],
  profile: CALL_MODES,
  webhook: ['delay', 'drop_answer', 'duplicate', 'reorder', 'redeliver'],
} as const satisfies Record<FaultTarget, readonly string[]>

export type FaultMode = (typeof MODES)[FaultTarget][number]

/** Fault modes that each API call can have. For example, LINE never returns "quota" for a reply. */
export const MODES_OF: Record<FaultTarget, readonly FaultMode[]> = MODES
export const FAULT_MODES: readonly FaultMode[] = [...new Set(Object.values(MODES_OF).flat())]

export interface Fault {
  id: string
  target: FaultTarget
  mode: FaultMode
  /** Probability per API call, 0 to 1. */
  rate: number
  delay_ms: number
  /** Maximum number of times that the fault applies: per message for `content`, otherwise in total. */
  calls?: number | undefined
  /** Seed of the random numbers. The same API calls in the same order then have the same faults. */
  seed?: number | undefined
}

interface ActiveFault extends Fault {
  struck: number
}

export const DEFAULT_DELAY_MS = 3_000
const MAX_FAULTS = 100
const MAX_COUNTED = 50_000

/** Returns a generator of numbers in [0, 1), by mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Entry {
  fault: ActiveFault
  chance: () => number
  counts: Map<string, number>
}

/** Faults to inject. When several faults apply to an API call, the newest one is used. */
export class Faults {
  private list: Entry[] = []
  private readonly chance: () => number

  constructor(chance: () => number) {
    this.chance = chance
  }

  add(fault: Omit<Fault, 'id'>): Fault {
    const added = { ...fault, id: ulid(), struck: 0 }
    const chance = fault.seed === undefined ? this.chance : seeded(fault.seed)
    this.list = [{ fault: added, chance, counts: new Map() }, ...this.list].slice(0, MAX_FAULTS)
    return added
  }

  all(): readonly ActiveFault[] {
    return this.list.map((entry) => entry.fault)
  }

  remove(id: string): boolean {
    const before = this.list.length
    this.list = this.list.filter((entry) => entry.fault.id !== id)
    return this.list.length < before
  }

  clear(): void {
    this.list = []
  }

  /** Returns the fault that applies now. `calls` is counted for each `subject`, such as a message id. */
  strike(
    target: FaultTarget,
    subject = '',
    modes: readonly FaultMode[] = MODES_OF[target],
  ): Fault | undefined {
    for (const entry of this.list) {
      const { fault, counts } = entry
      if (fault.target !== target || !modes.includes(fault.mode)) continue
      const before = counts.get(subject) ?? 0
      if (fault.calls !== undefined && before >= fault.calls) continue
      if (entry.chance() >= fault.rate) continue
      fault.struck += 1
      if (fault.calls !== undefined) {
        counts.set(subject, before + 1)
        const [oldest] = counts.keys()
        if (counts.size > MAX_COUNTED && oldest !== undefined) counts.delete(oldest)
      }
      return fault
    }
    return undefined
  }

  /** Returns whether a fault would apply, without counting a use. */
  isDue(target: FaultTarget, mode: FaultMode, subject: string): boolean {
    return this.list.some(
      ({ fault, counts }) =>
        fault.target === target &&
        fault.mode === mode &&
        fault.rate > 0 &&
        (fault.calls === undefined || (counts.get(subject) ?? 0) < fault.calls),
    )
  }
}
