/** Files that stand on disk at once, of one person and in all. */
export const AT_ONCE_EACH = 8
export const AT_ONCE = 64

interface Place {
  readonly person: string
  readonly abort: AbortController
  isReceiving: boolean
}

interface TakenPlace extends Disposable {
  /** Around the time in which the file comes: `signal` aborts where its place goes to another. */
  receiving<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/**
 * Bounds the files that are here at once. Where all places are taken, whoever has the most of them gives the one whose file has been coming
 * for longest to a person who has fewer: bodies that hardly come keep nobody out.
 */
export class UploadPlaces {
  /** The oldest first. */
  private readonly taken = new Set<Place>()
  private readonly busy: () => Error

  /** `busy`: what is thrown where there is no place, and what a file that gives way ends with. */
  constructor(busy: () => Error) {
    this.busy = busy
  }

  take(person: string): TakenPlace {
    const own = this.of(person).length
    if (own >= AT_ONCE_EACH || (this.taken.size >= AT_ONCE && !this.makeRoom(own))) throw this.busy()
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

  /** For a person who has `own` places: still fewer with one more than another has with one less. */
  private makeRoom(own: number): boolean {
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
