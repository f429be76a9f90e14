/** Maximum number of uploaded files that are on disk at the same time, per staff member and in total. */
export const MAX_SLOTS_PER_STAFF_MEMBER = 8
export const MAX_SLOTS = 64

interface UploadSlot {
  readonly staffId: string
  readonly abort: AbortController
  isReceiving: boolean
}

interface UploadSlotHandle extends Disposable {
  /** Runs `work` while the file arrives. `signal` aborts when the upload loses its slot. */
  receiving<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** When all slots are in use, a new upload may evict the oldest incoming upload of whoever has the most slots. */
export class UploadSlots {
  /** Upload slots in use, oldest first. */
  private readonly slots = new Set<UploadSlot>()
  private readonly busy: () => Error

  constructor(busy: () => Error) {
    this.busy = busy
  }

  acquire(staffId: string): UploadSlotHandle {
    const own = this.of(staffId).length
    if (own >= MAX_SLOTS_PER_STAFF_MEMBER || (this.slots.size >= MAX_SLOTS && !this.evictOne(own)))
      throw this.busy()
    const slot: UploadSlot = { staffId, abort: new AbortController(), isReceiving: false }
    this.slots.add(slot)
    return {
      receiving: async (work) => {
        slot.isReceiving = true
        try {
          return await work(slot.abort.signal)
        } finally {
          slot.isReceiving = false
        }
      },
      [Symbol.dispose]: () => void this.slots.delete(slot),
    }
  }

  private of(staffId: string): UploadSlot[] {
    return [...this.slots].filter((slot) => slot.staffId === staffId)
  }

  /** Evicts an upload only if its staff member then still has at least as many slots as the new uploader. */
  private evictOne(own: number): boolean {
    const given = [...this.slots]
      .filter(({ isReceiving }) => isReceiving)
      .map((slot) => ({ slot, count: this.of(slot.staffId).length }))
      .filter(({ count }) => count > own + 1)
      .sort((one, other) => other.count - one.count)
      .at(0)?.slot
    if (given === undefined) return false
    this.slots.delete(given)
    given.abort.abort(this.busy())
    return true
  }
}
