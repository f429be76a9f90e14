/** Maximum number of files on disk at the same time, per staff member and in total. */
export const AT_ONCE_EACH = 8
export const AT_ONCE = 64

interface Place {
  readonly person: string
  readonly abort: AbortController
  isReceiving: boolean
}

interface TakenPlace extends Disposable {
  /** Runs `work` while the file arrives; `signal` aborts when the upload is evicted. */
  receiving<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/**
 * Limits the files that are uploaded at the same time. When all slots are taken, the staff member with the most slots
 * loses the oldest incoming upload to one with fewer, so that slow bodies do not block others.
 */
export class UploadPlaces {
  /** Oldest first. */
  private readonly taken = new Set<Place>()
  private readonly busy: () => Error

  /** Creates the slots; `busy` creates the error for a refused or evicted upload. */
  constructor(busy: () => Error) {
    this.busy = busy
  }

  take(person: string): TakenPlace {
    const own = this.of(person).length
    if (own >= AT_ONCE_EACH || (this.taken.size >= AT_ONCE && !this.makeSpace(own))) throw this.busy()
    const place: Place = { person, abort: new AbortController(), isReceiving: false }
    this.taken.add(place)
    return {
      receiving: async (work) => {
        place.isReceiving = true
        try {
          return await work(place.abort.signal)
        } finally {
          place.isReceiving = false
        }
      },
      [Symbol.dispose]: () => void this.taken.delete(place),
    }
  }

  private of(person: string): Place[] {
    return [...this.taken].filter((place) => place.person === person)
  }

  /**
   * Evicts an upload for a staff member with `own` slots, if another one then still has at least as many. Returns false
   * when there is none.
   */
  private makeSpace(own: number): boolean {
    const given = [...this.taken]
      .filter(({ isReceiving }) => isReceiving)
      .map((place) => ({ place, count: this.of(place.person).length }))
      .filter(({ count }) => count > own + 1)
      .sort((one, other) => other.count - one.count)
      .at(0)?.place
    if (given === undefined) return false
    this.taken.delete(given)
    given.abort.abort(this.busy())
    return true
  }
}
