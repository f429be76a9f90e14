import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'

export const ACTION_WORDS: Record<KnowledgeLog['action'], string> = {
  upsert: 'เพิ่ม',
  edit: 'แก้ไข',
  remove: 'ลบ',
  undo: 'เลิกทำ',
  import: 'นำเข้า',
  refresh: 'อ่านหน้าเว็บใหม่',
}

export const ORIGIN_WORDS: Record<KnowledgeLog['origin'], string> = {
  manual: 'พิมพ์เอง',
  url: 'หน้าเว็บ',
}

export const replacedWords = (isReplaced: boolean) => (isReplaced ? 'ใช่' : 'ไม่ใช่')

/** Who did it, and whose words they took in. */
export function whoWords({ staff, proposed_by: proposer }: KnowledgeLog): string {
  const who = staff?.display_name ?? '–'
  return proposer === null ? who : `${who} (เสนอโดย ${proposer.display_name})`
}
