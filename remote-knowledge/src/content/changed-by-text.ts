import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { formatThaiDateTime } from 'shared/ui'

export function changedByText({
  updated_at,
  updated_by,
}: Pick<KnowledgeEntry, 'updated_at' | 'updated_by'>): string {
  const by = updated_by ? ` โดย ${staffLabel(updated_by)}` : ''
  return `แก้ล่าสุด ${formatThaiDateTime(updated_at)}${by}`
}
