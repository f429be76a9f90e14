import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'
import { DeskError } from './desk-error.ts'

/** Null when the file system does not report them. */
export type ReadFreeBytes = (folder: string) => Promise<number | null>

/** Keeps space for the webhook spool and an embedded database. All code that writes media reserves bytes here first. */
export class DiskSpace {
  /** Several folders may be on one file system. */
  readonly folders: Readonly<Record<string, string>>
  /** Bytes that must stay free; 0 for no limit. */
  readonly floorBytes: number
  private readonly readFreeBytes: ReadFreeBytes
  private reserved = 0

  constructor(
    folders: Readonly<Record<string, string>>,
    floorBytes: number,
    readFreeBytes: ReadFreeBytes = freeBytesOf,
  ) {
    this.folders = folders
    this.floorBytes = floorBytes
    this.readFreeBytes = readFreeBytes
  }

  freeBytes(folder: string): Promise<number | null> {
    return this.readFreeBytes(folder)
  }

  /** Bytes written meanwhile count twice, so at worst it refuses too early. @throws DeskError `storage_full` */
  async reserve(bytes = 0): Promise<SpaceReservation> {
    const reservation = new SpaceReservation(
      (more) => this.take(more),
      (taken) => {
        this.reserved -= taken
      },
    )
    await reservation.grow(bytes)
    return reservation
  }

  private async take(bytes: number): Promise<void> {
    // Adds the bytes before the free space is read, so that concurrent reservations see each other.
    this.reserved += bytes
    if (this.floorBytes === 0) return
    try {
      const free = await Promise.all(Object.values(this.folders).map((folder) => this.readFreeBytes(folder)))
      const least = Math.min(...free.map((each) => each ?? Number.POSITIVE_INFINITY))
      if (least - this.reserved < this.floorBytes) throw new DeskError('storage_full')
    } catch (error) {
      this.reserved -= bytes
      throw error
    }
  }
}

export class SpaceReservation implements Disposable {
  private readonly take: (bytes: number) => Promise<void>
  private readonly release: (bytes: number) => void
  private bytes = 0

  constructor(take: (bytes: number) => Promise<void>, release: (bytes: number) => void) {
    this.take = take
    this.release = release
  }

  /** @throws DeskError `storage_full` */
  async grow(bytes: number): Promise<void> {
    await this.take(bytes)
    this.bytes += bytes
  }

  [Symbol.dispose](): void {
    this.release(this.bytes)
    this.bytes = 0
  }
}

/** A bucket has no limit, but fetched files pass through DATA_DIR. */
export function createDiskSpace(
  { dataDir, media }: Pick<Config, 'dataDir' | 'media'>,
  readFreeBytes?: ReadFreeBytes,
): DiskSpace {
  const folders = { data: dataDir, ...(media.s3 === null && { media: media.dir }) }
  return new DiskSpace(folders, media.freeBytes, readFreeBytes)
}

async function freeBytesOf(folder: string): Promise<number | null> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems report no free space.
  return blocks === 0 ? null : bavail * bsize
}
