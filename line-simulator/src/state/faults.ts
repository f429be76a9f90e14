import { ulid } from 'ulid'

export const FAULT_TARGETS = ['push', 'reply', 'content', 'profile', 'webhook'] as const
export const FAULT_MODES = [
  '500',
  '429',
  'quota',
  'drop_answer',
  'delay',
  'duplicate',
  'reorder',
  'redeliver',
] as const

export type FaultTarget = (typeof FAULT_TARGETS)[number]
export type FaultMode = (typeof FAULT_MODES)[number]

export interface Fault {
  id: string
  target: FaultTarget
  mode: FaultMode
  /** Probability per call, 0 to 1. */
  rate: number
  delay_ms: number
}

export const DEFAULT_DELAY_MS = 3_000
const MAX_FAULTS = 100

const CALL_MODES: readonly FaultMode[] = ['500', '429', 'drop_answer', 'delay']
const MODES_OF: Record<FaultTarget, readonly FaultMode[]> = {
  push: [...CALL_MODES, 'quota'],
  reply: CALL_MODES,
  content: CALL_MODES,
  profile: CALL_MODES,
  webhook: ['delay', 'drop_answer', 'duplicate', 'reorder', 'redeliver'],
}

/** Whether a mode means something for a target: LINE never answers "quota" to a reply, say. */
export function modeFits(target: FaultTarget, mode: FaultMode): boolean {
  return MODES_OF[target].includes(mode)
}

/** The active faults; of those that apply to a call the newest is used. */
export class Faults {
  private list: Fault[] = []
  private readonly chance: () => number

  /** `chance` gives numbers in [0, 1). */
  constructor(chance: () => number) {
    this.chance = chance
  }

  add(fault: Omit<Fault, 'id'>): Fault {
    const added = { ...fault, id: ulid() }
    this.list = [added, ...this.list].slice(0, MAX_FAULTS)
    return added
  }

  all(): readonly Fault[] {
    return this.list
  }

  clear(): void {
    this.list = []
  }

  /** The fault to apply to this call, if any. */
  strike(target: FaultTarget): Fault | undefined {
    return this.list.find((fault) => fault.target === target && this.chance() < fault.rate)
  }
}
