/**
 * The process that decodes pictures: one at a time, told over IPC, with nothing of the server in its memory or its environment. What a
 * picture does to a decoder happens here.
 */
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

export type ImageChildMessage = 'ready' | ImageOutcome

/** A decoder may take megabytes each millisecond. */
const LOOK_EVERY_MS = 5
/** The loaders of libvips for what `sniffImage` knows; none reads SVG, TIFF or anything else. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

function main(): void {
  // The server decides when this process ends; it ends by itself when the server is gone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  takenFirst()
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  // The program and its libraries, which other processes of ours share, count for nothing.
  const atStart = process.memoryUsage.rss()
  const grownBytes = () => process.memoryUsage.rss() - atStart
  setInterval(() => {
    if (grownBytes() > CHILD_GROWTH_BYTES) process.exit(OUT_OF_MEMORY)
  }, LOOK_EVERY_MS)
  process.on('message', async (job: ImageJob) => {
    const outcome = await convertImage(job).then(
      (converted) => ({ converted }),
      (error: unknown) =>
        error instanceof ImageRefused
          ? { refused: error.code, detail: error.message }
          : { failed: String(error) },
    )
    tell({ ...outcome, grownBytes: grownBytes() })
  })
  tell('ready')
}

/** Where the machine runs out of memory, Linux ends this process before the server. */
function takenFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or not allowed.
  }
}

function tell(message: ImageChildMessage): void {
  process.send?.(message)
}

main()
