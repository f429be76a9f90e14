import { imageRefusal } from 'shared/contract/image-refusal.ts'
import { serverNow } from 'shared/session'
import { type DropPosition, LIST_FULL } from '../links/promo-link.ts'

/** File in the queue. It leaves the queue when its link is in the list or the user removes the file. */
export interface Upload {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly progress: UploadProgress
  readonly isAside: boolean
}

export type UploadProgress =
  | { state: 'waiting' }
  /** Running upload. `share` is 0 to 1. `isPaused`: the server is overloaded, and the queue retries by itself. */
  | { state: 'going'; share: number; isPaused: boolean }
  | ({ state: 'failed' } & Omit<Failure, 'pauseMs'>)
  /** Finished upload. Its row stays while the queue is frozen, or until more files are added. */
  | { state: 'done' }
  /** File that is not sent, because it is too large or not an image, or because the list is full. */
  | { state: 'refused'; reason: string }

export interface Failure {
  reason: string
  /** Advice for the user; null when the reason is enough. */
  hint: string | null
  canRetry: boolean
  /** True when the upload resumes as soon as the connection returns. */
  isOffline: boolean
  /** Pause in ms before an automatic retry; null without an automatic retry. */
  pauseMs: number | null
}

export interface DroppedFile {
  readonly file: File
  readonly position: DropPosition
}

export interface UploadQueueParts {
  /** Uploads a file. Rejects with an error for `explain`, or with the reason of the signal. */
  bring: (file: DroppedFile, signal: AbortSignal, onShare: (share: number) => void) => Promise<void>
  /** Called after an upload, before the file leaves the queue. */
  onUploaded?: (id: string) => void
  explain: (error: unknown, file: File) => Failure
  freeCapacity: () => number
}

export const MAX_CONCURRENT = 3
const MAX_TRIES = 6

interface Entry extends Upload, DroppedFile {}

/** Cause for freezing the queue: a mouse over the queue, or keyboard focus in the list of links. */
export type FreezeCause = 'mouse' | 'keyboard'

/** Uploads in the order of selection. Failed files move below the others, so that running uploads stay visible. */
export class UploadQueue {
  #entries: readonly Entry[] = []
  readonly #freezeCauses = new Set<FreezeCause>()
  #droppedAt = 0
  readonly #parts: UploadQueueParts
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()

  constructor(parts: UploadQueueParts) {
    this.#parts = parts
  }

  /** Returns the uploads. The array is the same until a file changes. */
  readonly uploads = (): readonly Upload[] => this.#entries

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(files: readonly File[]): void {
    let free = this.#parts.freeCapacity() - this.#entries.filter(isUnderWay).length
    // Each drop gets its own timestamp, even within one millisecond.
    this.#droppedAt = Math.max(Math.round(serverNow()), this.#droppedAt + 1)
    const added = files.map((file, nth): Entry => {
      const refusal = imageRefusal(file)
      const full = free > 0 ? null : `ไฟล์ ${file.name}: ${LIST_FULL}`
      const refused = refusal === null ? full : `ไฟล์ ${file.name} ${refusal}`
      if (refused === null) free -= 1
      const progress: UploadProgress =
        refused === null ? { state: 'waiting' } : { state: 'refused', reason: refused }
      const position: DropPosition = [this.#droppedAt, nth]
      const isAside = refused !== null
      return { id: position.join('-'), name: file.name, size: file.size, file, position, progress, isAside }
    })
    this.#set([...this.#entries.filter((each) => !isDone(each)), ...added])
    this.#fill()
  }

  /** Freezes or unfreezes the queue. While it is frozen, finished and failed rows stay in place. */
  readonly setFrozen = (isFrozen: boolean, by: FreezeCause = 'mouse'): void => {
    if (isFrozen) this.#freezeCauses.add(by)
    else this.#freezeCauses.delete(by)
    const moves = (each: Entry) => isDone(each) || each.isAside !== hasFailed(each)
    if (!this.#isFrozen && this.#entries.some(moves)) this.#set(this.#entries.filter((each) => !isDone(each)))
  }

  get #isFrozen(): boolean {
    return this.#freezeCauses.size > 0
  }

  remove(id: string): void {
    this.#running.get(id)?.abort()
    this.#running.delete(id)
    this.#set(this.#entries.filter((each) => each.id !== id))
    this.#fill()
  }

  clear(): void {
    this.#cancelAll(() => true)
  }

  /** Cancels uploads, but keeps failed files for a retry. Without running or waiting uploads, removes failed files. */
  cancelUploads(): void {
    this.#cancelAll(this.#entries.some(isUnderWay) ? isUnderWay : hasFailed)
  }

  #cancelAll(isMeant: (entry: Entry) => boolean): void {
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
      if (this.#running.size >= MAX_CONCURRENT) return
      if (entry.progress.state === 'waiting') void this.#run(entry)
    }
  }

  async #run({ id, file, position }: Entry): Promise<void> {
    const abort = new AbortController()
    this.#running.set(id, abort)
    const isCancelled = () => this.#running.get(id) !== abort
    const show = (progress: UploadProgress) => isCancelled() || this.#show(id, progress)
    try {
      await this.#bring({ file, position }, abort.signal, show)
      if (isCancelled()) return
      this.#parts.onUploaded?.(id)
      if (this.#isFrozen) show({ state: 'done' })
      else this.#set(this.#entries.filter((each) => each.id !== id))
    } catch (error) {
      if (isCancelled()) return
      const { pauseMs: _, ...failure } = this.#parts.explain(error, file)
      show({ state: 'failed', ...failure })
    } finally {
      if (!isCancelled()) {
        this.#running.delete(id)
        this.#fill()
      }
    }
  }

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
    this.#entries = this.#isFrozen ? entries : groupFailedLast(entries)
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Moves failed files to the end, in the order of selection. The other files keep their order. */
function groupFailedLast(entries: readonly Entry[]): readonly Entry[] {
  const failed = entries.filter(hasFailed).toSorted(byPosition)
  return [...entries.filter((each) => !hasFailed(each)), ...failed].map((each) =>
    each.isAside === hasFailed(each) ? each : { ...each, isAside: !each.isAside },
  )
}

function byPosition({ position: [one, nth] }: Entry, { position: [other, otherNth] }: Entry): number {
  return one - other || nth - otherNth
}

/** Returns true for a failed file, except when it resumes by itself. */
export function hasFailed({ progress }: Pick<Upload, 'progress'>): boolean {
  return progress.state === 'refused' || (progress.state === 'failed' && !progress.isOffline)
}

const isDone = ({ progress }: Upload) => progress.state === 'done'

/** Returns true for a file that would be lost if the page were closed. */
export function isUnfinished(upload: Upload): boolean {
  return isUnderWay(upload) || (upload.progress.state === 'failed' && upload.progress.canRetry)
}

export function isUnderWay({ progress }: Upload): boolean {
  return progress.state === 'waiting' || progress.state === 'going'
}

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
