import { IMPORT_MAX_BYTES } from 'shared/contract/constants.ts'

/** Why a file cannot be read: what a person is told. */
export class ImportFileError extends Error {}

/** Of old spreadsheets in Thai. */
const OLD_THAI = 'windows-874'

/**
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 with its mark, or the old encoding of Windows in Thai, which Excel still uses
 * for its plain CSV. Throws ImportFileError.
 */
export async function readImportFile(file: Blob): Promise<string> {
  if (file.size > IMPORT_MAX_BYTES) throw new ImportFileError('ไฟล์มีขนาดเกิน 2 MB กรุณาแบ่งเป็นหลายไฟล์')
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A workbook is a ZIP archive, or of the format before.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new ImportFileError('เป็นไฟล์ Excel โดยตรง กรุณาบันทึกเป็น CSV ก่อน หรือคัดลอกตารางมาวาง')
  const text = decode(bytes)
  if (text.includes('\0')) throw new ImportFileError('ไม่ใช่ไฟล์ข้อความ กรุณาเลือกไฟล์ CSV หรือ TXT')
  return text
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(OLD_THAI).decode(bytes)
  }
}
