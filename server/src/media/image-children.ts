import { type ChildProcess, fork } from 'node:child_process'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { ConvertedImage, ImageJob } from './convert-image.ts'
import { FairTurns } from './fair-turns.ts'
import type { ImageChildMessage, ImageOutcome } from './image-child.ts'
import { CONVERT_AT_MOST_MS, CONVERT_WITHIN_MS, OUT_OF_MEMORY } from './image-limits.ts'
import { ImageRefused } from './image-refusal.ts'
import { processorMs } from './processor-time.ts'

const PROGRAM = join(import.meta.dirname, 'image-child.ts')
/** Beyond that a caller is told to come back. As many as may be uploaded at once: nobody's own pictures fill it. */
const MAX_WAITING = 64
/** Below what proxies wait for an answer, together with the picture's own time. */
const MAX_WAIT_MS = 30_000
/** A process starts within a second; on a machine that is overloaded it takes longer. */
const READY_WITHIN_MS = 30_000
/** What decoders have left behind goes with their process. */
const PICTURES_PER_CHILD = 200
const KEPT_GROWTH_BYTES = 32 * 1024 * 1024
const IDLE_MS = 30_000
const LOOK_MS = 10
/** Private memory that Linux gives to one process, in KiB: 0.6 GiB are Node's own reservations. */
const DATA_LIMIT_KIB = 1_200 * 1024

export interface ImageChildrenOptions {
  /** How many processes, each of up to 140 MB of its own; 1 when left out. */
  atOnce?: number
  maxWaiting?: number
  withinMs?: number
  atMostMs?: number
  /** Another program, for tests. */
  program?: string
  /** By which the time is counted that people share, in ms; another clock for tests. */
  now?: () => number
}

interface Times {
  /** Of processors; by the clock where the system does not say. */
  withinMs: number
  /** By the clock. */
  atMostMs: number
}

export interface ImageTurn {
  /** Who waits for it. What customers have sent (left out) has together the turns of one person. */
  person?: string
  /** Around the time that it takes of a process, once its turn has come: may throw instead, and sees how it went. */
  around?: <T>(work: () => Promise<T>) => Promise<T>
}

/** In the place of a person's id. */
const CUSTOMERS = 'customers'

/**
 * The processes that decode pictures: a few at once, a few waiting, each bounded in time and memory. People share their time: behind a
 * picture that took long come as many of each other who waits as take as long. A picture that kills its process is refused; the next one
 * gets a new process.
 */
export class ImageChildren {
  private readonly log: Pick<Logger, 'warn'>
  private readonly program: string
  private readonly times: Times
  private readonly maxWaiting: number
  private readonly queue: PQueue
  private readonly turns: FairTurns
  private readonly idle: Child[] = []
  private readonly all = new Set<Child>()
  private isClosed = false

  constructor(log: Pick<Logger, 'warn'>, options: ImageChildrenOptions = {}) {
    this.log = log
    this.program = options.program ?? PROGRAM
    const { withinMs = CONVERT_WITHIN_MS, atMostMs = CONVERT_AT_MOST_MS } = options
    this.times = { withinMs, atMostMs }
    this.maxWaiting = options.maxWaiting ?? MAX_WAITING
    this.queue = new PQueue({ concurrency: options.atOnce ?? 1 })
    this.turns = new FairTurns(options.now ?? (() => performance.now()))
  }

  /** Process ids, for those who measure. */
  get pids(): number[] {
    return [...this.all].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid]))
  }

  get waiting(): number {
    return this.queue.size
  }

  /** Throws ImageRefused: what is wrong with the picture, or `busy`. */
  async convert(
    job: ImageJob,
    { person = CUSTOMERS, around = (work) => work() }: ImageTurn = {},
  ): Promise<ConvertedImage> {
    if (this.isClosed || this.queue.size >= this.maxWaiting)
      throw new ImageRefused('busy', `${this.queue.size} pictures wait`)
    const since = performance.now()
    const inTurn = async () => {
      if (this.isClosed || performance.now() - since > MAX_WAIT_MS)
        throw new ImageRefused('busy', 'waited too long')
      return around(() => this.convertNow(job))
    }
    return new Promise((resolve, reject) => {
      this.turns.add(person, () => inTurn().then(resolve, reject))
      // As many places as wait; whose each is, is decided when it is free.
      void this.queue.add(() => this.turns.serve())
    })
  }

  private async convertNow(job: ImageJob): Promise<ConvertedImage> {
    const child = this.idle.pop() ?? this.start()
    const outcome = await child.run(job, this.times).catch(async (error: unknown) => {
      await child.kill()
      if (error instanceof ImageRefused)
        this.log.warn({ reason: error.message }, 'a picture has ended its process')
      throw error
    })
    await this.keep(child, outcome)
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

  private async keep(child: Child, { grownBytes }: ImageOutcome): Promise<void> {
    if (child.isWorn(grownBytes)) await child.kill()
    else {
      this.idle.push(child)
      // One that is told to end takes no further picture, though its end comes later.
      child.rest(() => {
        this.forget(child)
        child.kill()
      })
    }
  }
}

/** The files are where the job says; a decoder that was taken over is not asked where. */
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
  private pictures = 0
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
      this.process.on('message', (message: ImageChildMessage) => {
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
    const failed = (what: string) => new Error(`the process for pictures ${what}: ${this.stderr}`)
    const stillborn = this.ended.then(({ code, signal }) => {
      throw failed(`does not start (${code ?? signal})`)
    })
    await within(Promise.race([this.ready, stillborn]), READY_WITHIN_MS, () => failed('is not ready in time'))
    this.pictures += 1
    const outcome = new Promise<ImageOutcome>((done) => {
      this.onOutcome = done
    })
    this.process.send(job, () => {})
    const died = this.ended.then((ending) => {
      throw this.refusalOf(ending)
    })
    const isOver = new AbortController()
    try {
      return await Promise.race([outcome, died, this.late(times, isOver.signal)])
    } finally {
      isOver.abort()
    }
  }

  /** Throws ImageRefused when the time of a picture is over: `busy` where the machine has given its process too little. */
  private async late({ withinMs, atMostMs }: Times, signal: AbortSignal): Promise<never> {
    const had = () => processorMs(this.process.pid)
    const begun = performance.now()
    const before = had()
    for (;;) {
      const clockMs = performance.now() - begun
      const now = had()
      const usedMs = before === null || now === null ? clockMs : now - before
      if (usedMs >= withinMs)
        throw new ImageRefused('image_too_costly', `not decoded within ${withinMs} ms`, { isLate: true })
      if (clockMs >= atMostMs)
        throw new ImageRefused('busy', `not decoded in ${usedMs} ms of ${Math.round(clockMs)}`)
      await pause(Math.max(LOOK_MS, Math.min(withinMs - usedMs, atMostMs - clockMs)), undefined, { signal })
    }
  }

  isWorn(grownBytes: number): boolean {
    return this.pictures >= PICTURES_PER_CHILD || grownBytes > KEPT_GROWTH_BYTES
  }

  /** Nothing to do: it holds up no shutdown, and gives its memory back after a while. */
  rest(tooLong: () => void): void {
    this.process.unref()
    this.process.channel?.unref()
    this.idleTimer = setTimeout(tooLong, IDLE_MS).unref()
  }

  /** Resolves when it has ended, so that its memory is free before the next one begins. */
  async kill(): Promise<void> {
    clearTimeout(this.idleTimer)
    this.process.kill('SIGKILL')
    await this.ended
  }

  private refusalOf({ code, signal }: Ending): ImageRefused {
    const detail = `the process ended with ${code ?? signal}: ${this.stderr}`
    // The machine had no memory left.
    if (signal === 'SIGKILL') return new ImageRefused('busy', detail)
    // SIGABRT: an allocation failed.
    const isMemory = code === OUT_OF_MEMORY || signal === 'SIGABRT'
    return new ImageRefused(isMemory ? 'image_too_costly' : 'image_broken', detail)
  }
}

/** Of glibc: what a decoder gives back goes to the system at once, not to the next larger need. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
}

/** Nothing of the server's environment goes along: it holds secrets. */
function forkBounded(program: string): ChildProcess {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '2', ...MALLOC }
  const stdio: ['ignore', 'ignore', 'pipe', 'ipc'] = ['ignore', 'ignore', 'pipe', 'ipc']
  const flags = ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning']
  if (platform() !== 'linux') return fork(program, { env, stdio, execArgv: flags })
  // The limit of private memory ends in failed allocations; the process itself also looks at what it has.
  const bounded = `ulimit -c 0; ulimit -d ${DATA_LIMIT_KIB}; exec "$0" "$@"`
  return fork(program, {
    env,
    stdio,
    execPath: '/bin/sh',
    execArgv: ['-c', bounded, process.execPath, ...flags],
  })
}

async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
