import { ImageRefused } from './image-refusal.ts'
import type { ImageKind } from './sniff.ts'

/**
 * Files that are a picture and something else at the same time. The pixels alone are stored, so none of it would get through; but nobody
 * makes such a file by accident, and it is refused. What phones put behind a picture (further JPEGs, a short film, zeros) is no such thing.
 */
export function refuseHidden(kind: ImageKind, bytes: Buffer): void {
  refuse(scriptInHeader(kind, bytes) ?? markupIn(bytes) ?? archiveIn(bytes))
}

/** As `refuseHidden`, for the bytes behind the end of the picture. */
export function refuseBehind(rest: Buffer): void {
  refuse(programBehind(rest))
}

function refuse(found: string | undefined): void {
  if (found !== undefined) throw new ImageRefused('image_hides_data', found)
}

/** Longer than chance: in 8 MB of noise one of these is found once in ten thousand files. */
const MARKUP = /<(?:script[\s>/]|html[\s>]|!doctype\s+html|svg[\s>]|iframe[\s>]|\?php[\s=])|%PDF-\d/i

function markupIn(bytes: Buffer): string | undefined {
  return MARKUP.exec(bytes.toString('latin1'))?.[0]
}

/**
 * Headers whose numbers are the beginning of a comment or an assignment of JavaScript, as in `GIF89a/*` and `GIF89a=1`. No real GIF is
 * that wide; an Exif header of a JPEG may be that long by chance, and is let pass.
 */
function scriptInHeader(kind: ImageKind, bytes: Buffer): string | undefined {
  const numbers = kind === 'gif' ? 6 : kind === 'jpeg' && bytes[3] !== 0xe1 ? 4 : undefined
  if (numbers === undefined) return undefined
  const written = bytes.toString('latin1', numbers, numbers + 2)
  return /^(?:\/\*|=[\w '"(])$/.test(written) ? `a header that is JavaScript (${written})` : undefined
}

/** A ZIP is read from its end: the record of 22 bytes and a comment that fills the rest (APPNOTE 4.3.16). */
function archiveIn(bytes: Buffer): string | undefined {
  const tail = bytes.subarray(-(22 + 0xffff))
  for (let at = tail.indexOf('PK\x05\x06'); at !== -1; at = tail.indexOf('PK\x05\x06', at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return 'a ZIP archive'
  }
  return undefined
}

const BEHIND: Record<string, string> = {
  'a ZIP archive': 'PK\x03\x04',
  'a RAR archive': 'Rar!\x1a\x07',
  'a 7z archive': '7z\xbc\xaf\x27\x1c',
  'a gzip file': '\x1f\x8b\x08',
  'a Windows program': 'MZ',
  'a Linux program': '\x7fELF',
  'a script': '#!/',
  'a GIF': 'GIF8',
}

function programBehind(rest: Buffer): string | undefined {
  const start = rest.findIndex((byte) => byte !== 0 && byte !== 0x0a && byte !== 0x0d && byte !== 0x20)
  if (start === -1) return undefined
  const written = rest.toString('latin1', start, start + 8)
  return Object.keys(BEHIND).find((name) => written.startsWith(BEHIND[name] ?? '\0'))
}
