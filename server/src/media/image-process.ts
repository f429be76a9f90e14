/** Decodes images in a separate process without the server's memory and environment, in case a decoder is exploited. */
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { type Conversion, convertImage, type ImageJob } from './convert-image.ts'
import { CHILD_GROWTH_BYTES, OUT_OF_MEMORY } from './image-limits.ts'
import { type ImageRefusalCode, ImageRefused } from './image-refusal.ts'

export type ImageOutcome = { grownBytes: number } & (
  | { converted: Conversion }
  | { refused: ImageRefusalCode; detail: string }
  | { failed: string }
)

export type ImageProcessMessage = 'ready' | ImageOutcome

/** Interval in ms between memory checks; short, because a decoder may allocate megabytes per millisecond. */
const POLL_MS = 5
/** Loaders of libvips for the types that `sniffImage` returns. None of them reads SVG, TIFF or other formats. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

function main(): void {
  // Signals are ignored: the server decides when this process ends. Without a server the process exits by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  preferKillByOom()
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  // The initial memory is not counted, because all processes share the program and its libraries.
  const atStart = process.memoryUsage.rss()
  const grownBytes = () => process.memoryUsage.rss() - atStart
  setInterval(() => {
    if (grownBytes() > CHILD_GROWTH_BYTES) process.exit(OUT_OF_MEMORY)
  }, POLL_MS)
  process.on('message', async (job: ImageJob) => {
    const outcome = await convertImage(job).then(
      (converted) => ({ converted }),
      (error: unknown) =>
        error instanceof ImageRefused
          ? { refused: error.code, detail: error.message }
          : { failed: String(error) },
    )
    send({ ...outcome, grownBytes: grownBytes() })
  })
  send('ready')
}

/** Makes Linux kill this process instead of the server when memory runs out. */
function preferKillByOom(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Ignored: the system is not Linux or does not permit this setting.
  }
}

function send(message: ImageProcessMessage): void {
  process.send?.(message)
}

main()
