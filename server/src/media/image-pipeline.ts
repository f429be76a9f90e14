import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ConvertedImage } from './convert-image.ts'
import {
  ImageProcessPool,
  type ImageProcessPoolOptions,
  type ImageQueueOptions,
} from './image-process-pool.ts'
import { ImageRefused } from './image-refusal.ts'
import { SNIFFED_BYTES, sniffImage } from './sniff-image-kind.ts'

export interface ImageWork extends AsyncDisposable {
  /** Path to which the caller must write the image before converting it. */
  readonly inputPath: string
  /** Converts the image. Its files exist until disposal. Omit `options` for customers' images. Throws ImageRefused. */
  convert(options?: ImageQueueOptions): Promise<ConvertedImage>
}

/** Converts untrusted images in separate processes. */
export class ImagePipeline {
  private readonly dir: string
  private readonly children: ImageProcessPool
  private emptied: Promise<void> | undefined

  /** `dir` must be on disk and used only by this server, because leftovers of a killed server are deleted from it. */
  constructor(dir: string, log: Pick<Logger, 'warn'>, options: ImageProcessPoolOptions = {}) {
    this.dir = dir
    this.children = new ImageProcessPool(log, options)
  }

  get pids(): number[] {
    return this.children.pids
  }

  get waiting(): number {
    return this.children.waiting
  }

  async open(): Promise<ImageWork> {
    this.emptied ??= rm(this.dir, { recursive: true, force: true })
    await this.emptied
    const folder = join(this.dir, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const inputPath = join(folder, 'input')
    return {
      inputPath,
      convert: async (options) => {
        await refuseOther(inputPath)
        const files = { original: join(folder, 'original'), preview: join(folder, 'preview') }
        return this.children.convert({ input: inputPath, ...files }, options)
      },
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
  }

  close(): void {
    this.children.close()
  }
}

/** Refuses files that do not begin like an image, without starting a process. */
async function refuseOther(path: string): Promise<void> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  if (sniffImage(buffer.subarray(0, bytesRead)) === null)
    throw new ImageRefused('image_type_unsupported', 'no picture')
}
