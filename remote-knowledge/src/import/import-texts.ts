import {
  IMPORT_HEADINGS_MAX,
  IMPORT_MAX_ROWS,
  KNOWLEDGE_TEXT_MAX,
  type KnowledgeSourceName,
} from 'shared/contract/constants.ts'
import type {
  ImportPreview,
  ImportProgress,
  ImportRow,
} from 'shared/contract/knowledge/import-entries.call.ts'
import { formatCount } from '../content/format-count.ts'

export const COLUMNS: Readonly<Record<KnowledgeSourceName, string>> = {
  ทั่วไป: 'คอลัมน์: คำถาม, คำตอบ (หลายคำถามขึ้นบรรทัดใหม่ในช่องเดียวกัน)',
  โปรโมชั่น: 'คอลัมน์: ชื่อโปรโมชั่น, รายละเอียด, ลิงก์รูปภาพ, เริ่ม, สิ้นสุด (ไม่บังคับ เช่น 31/12/2569)',
}

export const STATE_TEXTS: Readonly<Record<ImportRow['state'], string>> = {
  new: 'ใหม่',
  changed: 'แก้ไข',
  known: 'มีอยู่แล้ว',
  refused: 'ไม่รับ',
}

export const REASON_TEXTS: Readonly<Record<NonNullable<ImportRow['reason']>, string>> = {
  no_question: 'ไม่มีคำถาม',
  no_answer: 'ไม่มีคำตอบ',
  no_name: 'ไม่มีชื่อโปรโมชั่น',
  no_content: 'ไม่มีทั้งข้อความและรูปภาพ',
  bad_image: 'ลิงก์รูปภาพไม่ถูกต้อง',
  too_long: `ยาวเกิน ${formatCount(KNOWLEDGE_TEXT_MAX)} ตัวอักษร`,
  bad_date: 'วันที่อ่านไม่ได้ ใช้แบบ 31/12/2569, 31 ธ.ค. 2569 หรือ 2026-12-31',
  bad_period: 'วันสิ้นสุดอยู่ก่อนวันเริ่ม',
  over: 'วันสิ้นสุดผ่านไปแล้ว',
  twice: 'ซ้ำกับแถวก่อนหน้า แต่คำตอบหรือช่วงเวลาต่างกัน',
}

export const PROBLEM_TEXTS: Readonly<Record<NonNullable<ImportPreview['problem']>, string>> = {
  no_rows: 'ไม่พบข้อมูลที่จะนำเข้า',
  too_many_rows: `นำเข้าได้ครั้งละไม่เกิน ${formatCount(IMPORT_MAX_ROWS)} แถว กรุณาแบ่งเป็นหลายครั้ง`,
  open_quote: 'อ่านตารางไม่ได้ เพราะมีเครื่องหมาย " ที่เปิดไว้แล้วไม่ปิด',
  long_headings: `แถวหัวตารางยาวเกินไป ใช้ได้ไม่เกิน ${formatCount(IMPORT_HEADINGS_MAX.cells)} คอลัมน์ และรวมกันไม่เกิน ${formatCount(IMPORT_HEADINGS_MAX.characters)} ตัวอักษร`,
}

export function endedTexts({ state, done, total, skipped }: ImportProgress): string {
  const [written, all] = [formatCount(done - skipped), formatCount(total)]
  const left = skipped === 0 ? '' : ` ข้าม ${formatCount(skipped)} รายการที่มีคนแก้ไขระหว่างนำเข้า`
  if (state === 'done') return `นำเข้าแล้ว ${written} จาก ${all} รายการ${left}`
  if (state === 'cancelled' && done === skipped) return `หยุดนำเข้าแล้ว ยังไม่มีรายการใดเข้าไป${left}`
  if (state === 'cancelled')
    return `หยุดนำเข้าแล้ว เข้าไปแล้ว ${written} จาก ${all} รายการ${left} ย้อนกลับได้จากประวัติ`
  return `นำเข้าไม่ครบเพราะระบบขัดข้อง เข้าไปแล้ว ${written} จาก ${all} รายการ${left} นำเข้าไฟล์เดิมอีกครั้งเพื่อทำส่วนที่เหลือ หรือย้อนกลับจากประวัติ`
}
