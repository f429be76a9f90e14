import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { formatCount } from '../content/format-count.ts'

export const ACTION_TEXTS: Record<KnowledgeLog['action'], string> = {
  upsert: 'เพิ่ม',
  edit: 'แก้ไข',
  remove: 'ลบ',
  undo: 'เลิกทำ',
  import: 'นำเข้า',
  refresh: 'อ่านหน้าเว็บใหม่',
}

export const ORIGIN_TEXTS: Record<KnowledgeLog['origin'], string> = {
  manual: 'พิมพ์เอง',
  url: 'หน้าเว็บ',
}

export const replacedTexts = (isReplaced: boolean) => (isReplaced ? 'ใช่' : 'ไม่ใช่')

export const removedTexts = ({ removed = 0 }: KnowledgeLog) =>
  removed === 0 ? '' : `ลบ ${formatCount(removed)} รายการ`

export function progressTexts({ undo, import: imported }: KnowledgeLog): string {
  if (!undo) return imported ? importTexts(imported) : ''
  if (undo.state !== 'running') return undo.state === 'done' ? 'เลิกทำไปแล้ว' : 'เลิกทำไม่สำเร็จ'
  return `กำลังเลิกทำ ${Math.floor((undo.done / Math.max(undo.total, 1)) * 100)}%`
}

function importTexts({ state, done, total }: NonNullable<KnowledgeLog['import']>): string {
  const share = `${formatCount(done)} จาก ${formatCount(total)}`
  if (state === 'running') return `กำลังนำเข้า ${share}`
  if (state === 'cancelled') return `หยุดที่ ${share}`
  return state === 'failed' ? `นำเข้าไม่ครบ ${share}` : ''
}

export const isRunning = ({ undo, import: imported }: KnowledgeLog) =>
  undo?.state === 'running' || imported?.state === 'running'

export function authorText({ staff, proposed_by: proposer }: KnowledgeLog): string {
  const who = staff ? staffLabel(staff) : '–'
  return proposer === null ? who : `${who} (เสนอโดย ${staffLabel(proposer)})`
}
