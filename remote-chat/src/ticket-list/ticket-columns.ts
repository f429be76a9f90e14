/** What a column of the table shows. */
export type TicketColumn =
  | 'status'
  | 'assignee'
  | 'id'
  | 'contact'
  | 'channel'
  | 'opened'
  | 'issue'
  | 'issueAndChannel'
  | 'care'
  | 'waiting'
  | 'unread'
  | 'actions'

export const COLUMN_HEADINGS: Record<TicketColumn, string> = {
  status: 'สถานะ',
  assignee: 'ผู้รับผิดชอบ',
  id: 'รหัสเคส',
  contact: 'ลูกค้า',
  channel: 'OA',
  opened: 'เปิดเมื่อ',
  issue: 'ประเภทปัญหา',
  issueAndChannel: 'ประเภทปัญหา',
  care: 'ดูแลโดย',
  waiting: 'เวลารอ',
  unread: 'ยังไม่ได้อ่าน',
  actions: 'จัดการ',
}

const WIDE: readonly TicketColumn[] = [
  'status',
  'assignee',
  'id',
  'contact',
  'channel',
  'opened',
  'issue',
  'waiting',
  'unread',
  'actions',
]
const MIDDLE: readonly TicketColumn[] = [
  'status',
  'assignee',
  'id',
  'contact',
  'issueAndChannel',
  'waiting',
  'unread',
  'actions',
]
const NARROW: readonly TicketColumn[] = ['contact', 'issueAndChannel', 'care', 'waiting', 'unread', 'actions']

/** The columns that fit a width in px; null where only cards do. Of one's own tickets nobody asks who holds them. */
export function columnsFor(width: number, own = false): readonly TicketColumn[] | null {
  if (width < 600) return null
  const columns = width >= 1120 ? WIDE : width >= 900 ? MIDDLE : NARROW
  if (!own) return columns
  return columns.flatMap((column) => (column === 'assignee' ? [] : column === 'care' ? 'status' : column))
}
