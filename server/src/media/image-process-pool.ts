import { type ChildProcess, fork } from 'node:child_process'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { ConvertedImage, ImageJob } from './convert-image.ts'
import { FairQueue } from './fair-queue.ts'
import { MAX_CONVERT_CPU_MS, MAX_CONVERT_MS, OUT_OF_MEMORY } from './image-limits.ts'
import type { ImageOutcome, ImageProcessMessage } from './image-process.ts'
import { ImageRefused } from './image-refusal.ts'
import { processorMs } from './processor-time.ts'

const PROGRAM = join(import.meta.dirname, 'image-process.ts')
/** Maximum number of waiting images. One staff member may upload fewer at once and so cannot fill the queue. */
const MAX_WAITING = 64
/** Maximum waiting time in ms. Waiting and decoding together take less than the usual timeouts of proxies. */
const MAX_WAIT_MS = 30_000
/** Timeout in ms for starting a process, which usually takes less than a second, but longer on a busy machine. */
const READY_WITHIN_MS = 30_000
/** Number of images after which a process is replaced, because decoders leak memory. */
const IMAGES_PER_CHILD = 200
const MAX_GROWTH_BYTES = 32 * 1024 * 1024
const IDLE_MS = 30_000
const POLL_MS = 10
/** Limit of private memory per process in KiB (`ulimit -d`), of which Node.js reserves 0.6 GiB. */
const DATA_LIMIT_KIB = 1_200 * 1024

export interface ImageProcessPoolOptions {
  /** Maximum number of processes, each of which uses up to 140 MB; by default 1. */
  concurrency?: number
  maxWaiting?: number
  withinMs?: number
  atMostMs?: number
  program?: string
  now?: () => number
}

interface Times {
  /** Maximum processor time in ms, or elapsed time when the system does not report processor time. */
  withinMs: number
  atMostMs: number
}

export interface ImageQueueOptions {
  /** Id of the staff member. It is omitted for customers' images, which the queue treats as those of one person. */
  requester?: string
  /** Called when it is the image's turn. Calls `work` to decode the image and returns its result, or throws. */
  around?: <T>(work: () => Promise<T>) => Promise<T>
}

const CUSTOMERS = 'customers'

/** Decodes images in separate processes and in a fair order. An image that crashes its process is refused. */
export class ImageProcessPool {
  private readonly log: Pick<Logger, 'warn'>
  private readonly program: string
  private readonly times: Times
  private readonly maxWaiting: number
  private readonly queue: PQueue
  private readonly fairQueue: FairQueue
  private readonly idle: Child[] = []
  private readonly all = new Set<Child>()
  private isClosed = false

  constructor(log: Pick<Logger, 'warn'>, options: ImageProcessPoolOptions = {}) {
    this.log = log
    this.program = options.program ?? PROGRAM
    const { withinMs = MAX_CONVERT_CPU_MS, atMostMs = MAX_CONVERT_MS } = options
    this.times = { withinMs, atMostMs }
    this.maxWaiting = options.maxWaiting ?? MAX_WAITING
    this.queue = new PQueue({ concurrency: options.concurrency ?? 1 })
    this.fairQueue = new FairQueue(options.now ?? (() => performance.now()))
  }

  get pids(): number[] {
    return [...this.all].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid]))
  }

  get waiting(): number {
    return this.queue.size
  }

  /** Throws ImageRefused with the image's defect, or with `busy` when the queue is full or too slow. */
  async convert(
    job: ImageJob,
    { requester = CUSTOMERS, around = (work) => work() }: ImageQueueOptions = {},
  ): Promise<ConvertedImage> {
    if (this.isClosed || this.queue.size >= this.maxWaiting)
      throw new ImageRefused('busy', `${this.queue.size} images are queued`)
    const since = performance.now()
    const queued = async () => {
      if (this.isClosed || performance.now() - since > MAX_WAIT_MS)
        throw new ImageRefused('busy', 'waited too long')
      return around(() => this.convertNow(job))
    }
    return new Promise((resolve, reject) => {
      this.fairQueue.add(requester, () => queued().then(resolve, reject))
      // The queue gets one entry per waiting image. Which image an entry decodes is decided when the entry starts.
      void this.queue.add(() => this.fairQueue.serve())
    })
  }

  private async convertNow(job: ImageJob): Promise<ConvertedImage> {
    const child = this.idle.pop() ?? this.start()
    const outcome = await child.run(job, this.times).catch(async (error: unknown) => {
      await child.kill()
      if (error instanceof ImageRefused)
        this.log.warn({ reason: error.message }, 'a decoder process ended while it decoded an image')
      throw error
    })
    await this.reuse(child, outcome)
    return convertedOf(job, outcome)
  }

  close(): void {
    this.isClosed = true
    for (const child of this.all) child.kill()
  }

  private start(): Child {
    const child = new Child(this.program)
    this.all.add(child)
    child.ended.then(() => {
      this.all.delete(child)
      this.forget(child)
    })
    return child
  }

  private forget(child: Child): void {
    const at = this.idle.indexOf(child)
    if (at !== -1) this.idle.splice(at, 1)
  }

  private async reuse(child: Child, { grownBytes }: ImageOutcome): Promise<void> {
    if (child.isWorn(grownBytes)) await child.kill()
    else {
      this.idle.push(child)
      // The process is first removed from the pool, so that it gets no further image while it ends.
      child.rest(() => {
        this.forget(child)
        child.kill()
      })
    }
  }
}

/** Returns the result with the job's own paths, because a compromised process could report other paths. */
function convertedOf(job: ImageJob, outcome: ImageOutcome): ConvertedImage {
  if ('converted' in outcome) {
    const { converted } = outcome
    const original = { ...converted.original, path: job.original }
    const preview = converted.preview === null ? original : { ...converted.preview, path: job.preview }
    return { ...converted, original, preview }
  }
  if ('refused' in outcome) throw new ImageRefused(outcome.refused, outcome.detail)
  throw new Error(outcome.failed)
}

interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

class Child {
  readonly process: ChildProcess
  readonly ended: Promise<Ending>
  private readonly ready: Promise<void>
  private images = 0
  private stderr = ''
  private idleTimer: NodeJS.Timeout | undefined
  private onOutcome: (outcome: ImageOutcome) => void = () => {}

  constructor(program: string) {
    this.process = forkBounded(program)
    this.ended = new Promise((ended) => {
      this.process.once('exit', (code, signal) => ended({ code, signal }))
      this.process.once('error', (error) => {
        this.stderr += error.message
        ended({ code: null, signal: null })
      })
    })
    this.process.stderr?.on('data', (text) => {
      this.stderr = (this.stderr + text).slice(-2_000)
    })
    this.ready = new Promise((ready) => {
      this.process.on('message', (message: ImageProcessMessage) => {
        if (message === 'ready') ready()
        else this.onOutcome(message)
      })
    })
    this.process.unref()
    this.process.channel?.unref()
  }

  async run(job: ImageJob, times: Times): Promise<ImageOutcome> {
    clearTimeout(this.idleTimer)
    this.process.ref()
    const failed = (what: string) => new Error(`the image decoder process ${what}: ${this.stderr}`)
    const startFailure = this.ended.then(({ code, signal }) => {
      throw failed(`did not start (${code ?? signal})`)
    })
    const starting = new AbortController()
    const late = pause(READY_WITHIN_MS, undefined, { signal: starting.signal }).then(() => {
      throw failed('was not ready in time')
    })
    await Promise.race([this.ready, startFailure, late]).finally(() => starting.abort())
    this.images += 1
    const outcome = new Promise<ImageOutcome>((done) => {
      this.onOutcome = done
    })
    this.process.send(job, () => {})
    const exitFailure = this.ended.then((ending) => {
      throw this.refusalOf(ending)
    })
    const abort = new AbortController()
    try {
      return await Promise.race([outcome, exitFailure, this.timeout(times, abort.signal)])
    } finally {
      abort.abort()
    }
  }

  /** Throws ImageRefused after the time limit; with `busy` when the machine gave the process too little time. */
  private async timeout({ withinMs, atMostMs }: Times, signal: AbortSignal): Promise<never> {
    const readProcessorMs = () => processorMs(this.process.pid)
    const begun = performance.now()
    const before = readProcessorMs()
    for (;;) {
      const clockMs = performance.now() - begun
      const now = readProcessorMs()
      const usedMs = before === null || now === null ? clockMs : now - before
      if (usedMs >= withinMs)
        throw new ImageRefused('image_too_costly', `not decoded within ${withinMs} ms`, { isTimedOut: true })
      if (clockMs >= atMostMs)
        throw new ImageRefused('busy', `only ${usedMs} ms of processor time in ${Math.round(clockMs)} ms`)
      await pause(Math.max(POLL_MS, Math.min(withinMs - usedMs, atMostMs - clockMs)), undefined, { signal })
    }
  }

  isWorn(grownBytes: number): boolean {
    return this.images >= IMAGES_PER_CHILD || grownBytes > MAX_GROWTH_BYTES
  }

  /** Marks the process as idle, so that it does not delay a shutdown. `tooLong` is called after `IDLE_MS`. */
  rest(tooLong: () => void): void {
    this.process.unref()
    this.process.channel?.unref()
    this.idleTimer = setTimeout(tooLong, IDLE_MS).unref()
  }

  /** Ends the process. Resolves when it has ended, so that its memory is free before the next one starts. */
  async kill(): Promise<void> {
    clearTimeout(this.idleTimer)
    this.process.kill('SIGKILL')
    await this.ended
  }

  private refusalOf({ code, signal }: Ending): ImageRefused {
    const detail = `the process ended with ${code ?? signal}: ${this.stderr}`
    // The error is `busy`, because the system probably killed the process when the machine ran out of memory.
    if (signal === 'SIGKILL') return new ImageRefused('busy', detail)
    // SIGABRT means that an allocation failed, so the image is treated as too large for the memory limit.
    const isMemory = code === OUT_OF_MEMORY || signal === 'SIGABRT'
    return new ImageRefused(isMemory ? 'image_too_costly' : 'image_broken', detail)
  }
}

/** Settings that make glibc return freed memory to the system immediately. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
}

/** Starts the program without the server's environment variables, which contain secrets. */
function forkBounded(program: string): ChildProcess {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '2', ...MALLOC }
  const stdio: ['ignore', 'ignore', 'pipe', 'ipc'] = ['ignore', 'ignore', 'pipe', 'ipc']
  const flags = ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning']
  if (platform() !== 'linux') return fork(program, { env, stdio, execArgv: flags })
  // With `ulimit -d`, allocations beyond the limit of private memory fail. The process also checks its own usage.
  const bounded = `ulimit -c 0; ulimit -d ${DATA_LIMIT_KIB}; exec "$0" "$@"`
  return fork(program, {
    env,
    stdio,
    execPath: '/bin/sh',
    execArgv: ['-c', bounded, process.execPath, ...flags],
  })
}
