import { pictureRefusal } from 'shared/contract/picture-refusal.ts'
import { serverNow } from 'shared/session'
import { type DropPlace, LIST_FULL } from '../links/promo-link.ts'

/** A file on its way. It leaves the queue when its link stands in the list, or when a person takes it out. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly progress: UploadProgress
  /** It stands with those that did not get there, below the others. */
  readonly isAside: boolean
}

export type UploadProgress =
  | { state: 'waiting' }
  /** `share`: of what has gone, 0 to 1. `isPaused`: the server has too much to do; it goes on by itself. */
  | { state: 'going'; share: number; isPaused: boolean }
  /** `canRetry`: whether another try may help. */
  | ({ state: 'failed' } & Omit<Failure, 'pauseMs'>)
  /** Its link stands in the list; it stays here as long as a hand may be aiming at the queue, or until more files come. */
  | { state: 'done' }
  /** It was not even tried: too large, or no picture. */
  | { state: 'refused'; reason: string }

export interface Failure {
  /** Thai, for people. */
  reason: string
  /** What must be otherwise for another try; null: nothing. */
  hint: string | null
  canRetry: boolean
  /** The connection was lost: it goes on by itself when there is one. */
  isOffline: boolean
  /** The server asks for a pause and another try, in ms; null: it does not. */
  pauseMs: number | null
}

export interface DroppedFile {
  readonly file: File
  readonly place: DropPlace
}

export interface UploadQueueParts {
  /** Brings one file to its link. Throws what `explain` understands, or the signal's reason. */
  bring: (file: DroppedFile, signal: AbortSignal, onShare: (share: number) => void) => Promise<void>
  /** Called when an upload is complete, before its file leaves the queue. */
  onUploaded?: (id: string) => void
  explain: (error: unknown, file: File) => Failure
  /** How many more the list of links takes. */
  freePlaces: () => number
}

export const AT_ONCE = 3
/** A file is sent so often where the server asks for a pause. */
const MAX_TRIES = 6

interface Entry extends Upload, DroppedFile {}

/** Who may be hurt by what moves: a mouse that may be aiming, or the keyboard, which is in the list of links. */
export type Holder = 'mouse' | 'keyboard'

/**
 * Files on their way: three at a time in the order in which they were chosen; each is given up or tried again by itself. Those that
 * failed gather below the others, so that what goes on stays in view.
 */
export class UploadQueue {
  #entries: readonly Entry[] = []
  readonly #holders = new Set<Holder>()
  #droppedAt = 0
  readonly #parts: UploadQueueParts
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()

  constructor(parts: UploadQueueParts) {
    this.#parts = parts
  }

  /** Of all files; the same array until something changes. */
  readonly uploads = (): readonly Upload[] => this.#entries

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(files: readonly File[]): void {
    let free = this.#parts.freePlaces() - this.#entries.filter(isUnderWay).length
    // Of two drops each has a time of its own.
    this.#droppedAt = Math.max(Math.round(serverNow()), this.#droppedAt + 1)
    const added = files.map((file, nth): Entry => {
      const why = pictureRefusal(file)
      const full = free > 0 ? null : `ไฟล์ ${file.name}: ${LIST_FULL}`
      const refused = why === null ? full : `ไฟล์ ${file.name} ${why}`
      if (refused === null) free -= 1
      const progress: UploadProgress =
        refused === null ? { state: 'waiting' } : { state: 'refused', reason: refused }
      const place: DropPlace = [this.#droppedAt, nth]
      const isAside = refused !== null
      return { id: place.join('-'), name: file.name, size: file.size, file, place, progress, isAside }
    })
    // What is done has been seen by whoever brings more: the new ones come up at their side.
    this.#set([...this.#entries.filter((each) => !isDone(each)), ...added])
    this.#fill()
  }

  /** While a hand may be aiming at the queue or at what is below it, rows stay where they are, done or failed: nothing moves under it. */
  readonly hold = (isHeld: boolean, by: Holder = 'mouse'): void => {
    if (isHeld) this.#holders.add(by)
    else this.#holders.delete(by)
    const moves = (each: Entry) => isDone(each) || each.isAside !== hasFailed(each)
    if (!this.#isHeld && this.#entries.some(moves)) this.#set(this.#entries.filter((each) => !isDone(each)))
  }

  get #isHeld(): boolean {
    return this.#holders.size > 0
  }

  /** Gives one up, or takes a failed or refused one out. */
  remove(id: string): void {
    this.#running.get(id)?.abort()
    this.#running.delete(id)
    this.#set(this.#entries.filter((each) => each.id !== id))
    this.#fill()
  }

  /** Gives everything up, also what failed. */
  clear(): void {
    this.#giveUp(() => true)
  }

  /** Gives up whatever is under way; those that failed stay, for they can be tried again. Where nothing is, takes those out. */
  giveUpAll(): void {
    this.#giveUp(this.#entries.some(isUnderWay) ? isUnderWay : hasFailed)
  }

  #giveUp(isMeant: (entry: Entry) => boolean): void {
    for (const abort of this.#running.values()) abort.abort()
    this.#running.clear()
    this.#set(this.#entries.filter((each) => !isMeant(each)))
  }

  retry(id: string): void {
    this.#retryThose((each) => each.id === id)
  }

  retryAll(): void {
    this.#retryThose(() => true)
  }

  /** The connection is back. */
  retryOffline(): void {
    this.#retryThose(({ progress }) => progress.state === 'failed' && progress.isOffline)
  }

  #retryThose(isMeant: (entry: Entry) => boolean): void {
    const again = (each: Entry) => each.progress.state === 'failed' && each.progress.canRetry && isMeant(each)
    this.#set(this.#entries.map((each) => (again(each) ? { ...each, progress: { state: 'waiting' } } : each)))
    this.#fill()
  }

  #fill(): void {
    for (const entry of this.#entries) {
      if (this.#running.size >= AT_ONCE) return
      if (entry.progress.state === 'waiting') void this.#run(entry)
    }
  }

  async #run({ id, file, place }: Entry): Promise<void> {
    const abort = new AbortController()
    this.#running.set(id, abort)
    const isGone = () => this.#running.get(id) !== abort
    const show = (progress: UploadProgress) => isGone() || this.#show(id, progress)
    try {
      await this.#bring({ file, place }, abort.signal, show)
      if (isGone()) return
      this.#parts.onUploaded?.(id)
      if (this.#isHeld) show({ state: 'done' })
      else this.#set(this.#entries.filter((each) => each.id !== id))
    } catch (error) {
      if (isGone()) return
      const { pauseMs: _, ...failure } = this.#parts.explain(error, file)
      show({ state: 'failed', ...failure })
    } finally {
      if (!isGone()) {
        this.#running.delete(id)
        this.#fill()
      }
    }
  }

  /** Tries as often as the server asks for it. */
  async #bring(
    dropped: DroppedFile,
    signal: AbortSignal,
    show: (progress: UploadProgress) => void,
  ): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        show({ state: 'going', share: 0, isPaused: false })
        return await this.#parts.bring(dropped, signal, (share) =>
          show({ state: 'going', share, isPaused: false }),
        )
      } catch (error) {
        signal.throwIfAborted()
        const { pauseMs } = this.#parts.explain(error, dropped.file)
        if (pauseMs === null || tries >= MAX_TRIES) throw error
        show({ state: 'going', share: 0, isPaused: true })
        await pause(pauseMs * (1 + Math.random()), signal)
      }
    }
  }

  #show(id: string, progress: UploadProgress): void {
    this.#set(this.#entries.map((each) => (each.id === id ? { ...each, progress } : each)))
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = this.#isHeld ? entries : gathered(entries)
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Those that failed below the others, in the order in which they were chosen; the others stay in theirs. */
function gathered(entries: readonly Entry[]): readonly Entry[] {
  const failed = entries.filter(hasFailed).toSorted(byPlace)
  return [...entries.filter((each) => !hasFailed(each)), ...failed].map((each) =>
    each.isAside === hasFailed(each) ? each : { ...each, isAside: !each.isAside },
  )
}

function byPlace({ place: [one, nth] }: Entry, { place: [other, otherNth] }: Entry): number {
  return one - other || nth - otherNth
}

/** It goes on by a person's hand, or not at all. */
export function hasFailed({ progress }: Pick<Upload, 'progress'>): boolean {
  return progress.state === 'refused' || (progress.state === 'failed' && !progress.isOffline)
}

const isDone = ({ progress }: Upload) => progress.state === 'done'

/** It would be lost with the page: it is under way, or can be tried again. */
export function isUnfinished(upload: Upload): boolean {
  return isUnderWay(upload) || (upload.progress.state === 'failed' && upload.progress.canRetry)
}

export function isUnderWay({ progress }: Upload): boolean {
  return progress.state === 'waiting' || progress.state === 'going'
}

/** @throws the signal's reason. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
