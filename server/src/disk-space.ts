import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'
import { DeskError } from './desk-error.ts'

/** Returns the free bytes of a folder's file system; null when the file system does not report free space. */
export type ReadFreeBytes = (folder: string) => Promise<number | null>

/** Keeps space for the webhook spool and the embedded database. Code that writes media must reserve bytes first. */
export class DiskSpace {
  /** Folders whose free space is checked. Several folders may be on one file system. */
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

  /** Reserves space. Bytes already written are counted twice until released. @throws DeskError `storage_full` */
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
    // Counts the reserved bytes before the free space is read, so that each concurrent reservation counts the others.
    this.reserved += bytes
    if (this.floorBytes === 0) return
    try {
      const free = await Promise.all(Object.values(this.folders).map((folder) => this.readFreeBytes(folder)))
      const leastFree = Math.min(...free.map((each) => each ?? Number.POSITIVE_INFINITY))
      if (leastFree - this.reserved < this.floorBytes) throw new DeskError('storage_full')
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

  /** Reserves additional bytes. @throws DeskError `storage_full` */
  async grow(bytes: number): Promise<void> {
    await this.take(bytes)
    this.bytes += bytes
  }

  [Symbol.dispose](): void {
    this.release(this.bytes)
    this.bytes = 0
  }
}

/** Media in a bucket need no local space, but files fetched for the bucket are first stored in DATA_DIR. */
export function createDiskSpace(
  { dataDir, media }: Pick<Config, 'dataDir' | 'media'>,
  readFreeBytes?: ReadFreeBytes,
): DiskSpace {
  const folders = { data: dataDir, ...(media.s3 === null && { media: media.dir }) }
  return new DiskSpace(folders, media.freeBytes, readFreeBytes)
}

async function freeBytesOf(folder: string): Promise<number | null> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Null for network file systems that do not report free space.
  return blocks === 0 ? null : bavail * bsize
}
