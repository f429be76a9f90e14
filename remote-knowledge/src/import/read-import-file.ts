import { IMPORT_MAX_BYTES } from 'shared/contract/constants.ts'
import { formatCount } from '../content/format-count.ts'

export class ImportFileError extends Error {}

export interface ImportFile {
  text: string
  /** Warning about unreadable characters. */
  warning: string | null
}

const OLD_THAI = 'windows-874'
const REPLACEMENT = '\ufffd'
const MAX_NAMED = 5

/**
 * Reads files that spreadsheets write: UTF-8, UTF-16, or windows-874, which Excel still uses for plain CSV in Thai. A
 * byte order mark determines the encoding. Without one the file is UTF-8, unless it contains zero bytes or very few
 * valid UTF-8 sequences. Throws ImportFileError.
 */
export async function readImportFile(file: Blob): Promise<ImportFile> {
  if (file.size > IMPORT_MAX_BYTES)
    throw new ImportFileError(`ไฟล์มีขนาดเกิน ${formatCount(IMPORT_MAX_BYTES / 1024 ** 2)} MB กรุณาแบ่งเป็นหลายไฟล์`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The file is an .xlsx workbook, which is a ZIP archive, or an .xls workbook.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new ImportFileError('เป็นไฟล์ Excel โดยตรง กรุณาบันทึกเป็น CSV ก่อน หรือคัดลอกตารางมาวาง')
  const read = decode(bytes)
  if (read.text.includes('\0')) throw new ImportFileError('ไม่ใช่ไฟล์ข้อความ กรุณาเลือกไฟล์ CSV หรือ TXT')
  return read
}

function decode(bytes: Uint8Array): ImportFile {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withWarning(new TextDecoder('utf-16le').decode(bytes))
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withWarning(new TextDecoder('utf-16be').decode(bytes))
  const wideText = decodeWide(bytes)
  if (wideText !== undefined) return withWarning(wideText)
  const text = new TextDecoder('utf-8').decode(bytes)
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (hasMark || !text.includes(REPLACEMENT) || isMostlyUtf8(text)) return withWarning(text)
  const old = new TextDecoder(OLD_THAI).decode(bytes)
  return { text: old, warning: null }
}

/** Decodes UTF-16 without a byte order mark: zero bytes (of ASCII) are all at odd or all at even offsets. */
function decodeWide(bytes: Uint8Array): string | undefined {
  const first = bytes.indexOf(0)
  if (first < 0 || bytes.length % 2 === 1) return undefined
  const side = first % 2
  if (bytes.some((byte, at) => byte === 0 && at % 2 !== side)) return undefined
  const text = new TextDecoder(side === 1 ? 'utf-16le' : 'utf-16be').decode(bytes)
  return text.includes(REPLACEMENT) ? undefined : text
}

/** Returns true for UTF-8. In other encodings, such as windows-874, very few non-ASCII characters are valid UTF-8. */
function isMostlyUtf8(text: string): boolean {
  let [valid, invalid] = [0, 0]
  for (const character of text) {
    if (character === REPLACEMENT) invalid += 1
    else if (character > '\x7f') valid += 1
  }
  return valid > invalid
}

function withWarning(text: string): ImportFile {
  const lines = text.split(/\r\n?|\n/).flatMap((line, at) => (line.includes(REPLACEMENT) ? [at + 1] : []))
  if (lines.length === 0) return { text, warning: null }
  const named = lines.slice(0, MAX_NAMED).join(', ')
  const more = lines.length > MAX_NAMED ? ` และอีก ${formatCount(lines.length - MAX_NAMED)} แถว` : ''
  return {
    text,
    warning: `มีตัวอักษรที่อ่านไม่ได้ในแถว ${named}${more} (แสดงเป็น ${REPLACEMENT}) กรุณาตรวจสอบก่อนนำเข้า`,
  }
}
