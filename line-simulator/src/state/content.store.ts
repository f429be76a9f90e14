import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inventedDetails, type SlipDetails, slipSvg } from '../drawing/bank-slip.ts'
import { pngOf } from '../drawing/rasterise.ts'
import { toneWav } from '../drawing/sound.ts'
import { videoFrameSvg } from '../drawing/video-frame.ts'

export interface Content {
  type: string
  bytes: Buffer
}

const MAX_FILES = 500
const MAX_DRAWINGS = 100
/** Widths of images in px. */
const WIDTHS = { full: 480, preview: 200 }
/** Maximum content size in bytes. LINE accepts larger videos, but this is enough for tests. */
export const MAX_CONTENT_BYTES = 32 * 1024 * 1024

const SAMPLE_FILE = Buffer.from('ไฟล์ตัวอย่างจาก LINE จำลอง\n')

const SIGNATURES: readonly { type: string; matches: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', matches: (bytes) => bytes.subarray(0, 4).toString('latin1') === '\x89PNG' },
  { type: 'image/jpeg', matches: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 },
  { type: 'image/gif', matches: (bytes) => bytes.subarray(0, 3).toString('latin1') === 'GIF' },
  { type: 'image/webp', matches: (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP' },
  { type: 'audio/wav', matches: (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WAVE' },
  { type: 'video/mp4', matches: (bytes) => bytes.subarray(4, 8).toString('latin1') === 'ftyp' },
  { type: 'application/pdf', matches: (bytes) => bytes.subarray(0, 4).toString('latin1') === '%PDF' },
]

function typeOf(bytes: Buffer): string {
  return SIGNATURES.find((each) => each.matches(bytes))?.type ?? 'application/octet-stream'
}

/** Returns an MP4 file whose type programs recognize, but which they cannot play. */
function emptyMp4(): Buffer {
  const head = Buffer.from('....ftypisom....isommp42', 'latin1')
  head.writeUInt32BE(24, 0)
  head.writeUInt32BE(512, 12)
  const rest = Buffer.from('....free', 'latin1')
  rest.writeUInt32BE(8, 0)
  return Buffer.concat([head, rest])
}

/** Content of messages. Uploads are stored as files (the newest 500); other content is drawn from the message id. */
export class ContentStore {
  private readonly folder: string
  /** Cache of drawings, because rendering is slow. */
  private readonly drawings = new Map<string, Promise<Buffer>>()

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
  }

  store(messageId: string, bytes: Buffer): void {
    writeFileSync(this.pathOf(messageId), bytes)
    // File names sort by age, because message ids increase.
    const names = readdirSync(this.folder).sort()
    for (const name of names.slice(0, Math.max(0, names.length - MAX_FILES))) rmSync(join(this.folder, name))
  }

  async full(messageId: string, kind: string, slip?: SlipDetails): Promise<Content> {
    const path = this.pathOf(messageId)
    if (existsSync(path)) {
      const bytes = readFileSync(path)
      return { type: typeOf(bytes), bytes }
    }
    if (kind === 'image') return this.drawn(messageId, slip, WIDTHS.full)
    if (kind === 'audio') return { type: 'audio/wav', bytes: toneWav() }
    if (kind === 'video') return { type: 'video/mp4', bytes: emptyMp4() }
    return { type: 'text/plain', bytes: SAMPLE_FILE }
  }

  sizeOfDrawn(kind: string): number {
    return kind === 'file' ? SAMPLE_FILE.length : 0
  }

  async preview(messageId: string, kind: string, slip?: SlipDetails): Promise<Content> {
    if (kind === 'video') return { type: 'image/png', bytes: await pngOf(videoFrameSvg(messageId)) }
    const isUploaded = kind === 'image' && existsSync(this.pathOf(messageId))
    return isUploaded ? this.full(messageId, kind) : this.drawn(messageId, slip, WIDTHS.preview)
  }

  private pathOf(messageId: string): string {
    return join(this.folder, `${messageId}.bin`)
  }

  private async drawn(messageId: string, slip: SlipDetails | undefined, width: number): Promise<Content> {
    const key = `${messageId} ${width}`
    const bytes = this.drawings.get(key) ?? pngOf(slipSvg(slip ?? inventedDetails(messageId), width))
    this.drawings.delete(key)
    this.drawings.set(key, bytes)
    const [oldest] = this.drawings.keys()
    if (this.drawings.size > MAX_DRAWINGS && oldest !== undefined) this.drawings.delete(oldest)
    return { type: 'image/png', bytes: await bytes }
  }

  remove(messageId: string): void {
    rmSync(this.pathOf(messageId), { force: true })
  }
}
