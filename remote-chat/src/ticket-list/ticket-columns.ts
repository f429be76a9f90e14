/** What a column of the table shows. */
export type TicketColumn =
  | 'status'
  | 'assignee'
  | 'id'
  | 'contact'
  | 'channel'
  | 'opened'
  | 'issue'
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
  waiting: 'เวลารอ',
  unread: 'ยังไม่ได้อ่าน',
  actions: 'จัดการ',
}

/** Columns that stand beside each other. */
type Line = readonly [TicketColumn, ...TicketColumn[]]
/** The lines of one cell, from above: what has no room of its own stands in or below the line of its neighbour. */
export type TicketCell = readonly [Line, ...Line[]]

/** How the columns are laid out at one width; a cell is headed by its first column. */
export interface TicketLayout {
  name: 'wide' | 'middle' | 'narrow' | 'tight'
  cells: readonly TicketCell[]
}

const QUEUE: readonly TicketLayout[] = [
  {
    name: 'wide',
    cells: [
      [['status']],
      [['assignee']],
      [['id']],
      [['contact']],
      [['channel']],
      [['opened']],
      [['issue']],
      [['waiting']],
      [['unread']],
      [['actions']],
    ],
  },
  {
    name: 'middle',
    cells: [
      [['status']],
      [['assignee']],
      [['id'], ['opened']],
      [['contact']],
      [['issue'], ['channel']],
      [['waiting']],
      [['unread']],
      [['actions']],
    ],
  },
  {
    name: 'narrow',
    cells: [
      [['contact']],
      [['issue'], ['channel']],
      [['status', 'id'], ['assignee']],
      [['waiting'], ['opened']],
      [['unread']],
      [['actions']],
    ],
  },
  {
    name: 'tight',
    cells: [
      [['contact'], ['issue', 'channel']],
      [['status'], ['id'], ['assignee']],
      [['waiting', 'unread'], ['opened']],
      [['actions']],
    ],
  },
]

/** The widest layout of one's own tickets follows the order of the specified columns. */
const OWN_WIDE: readonly TicketCell[] = [
  [['status']],
  [['id']],
  [['channel']],
  [['opened']],
  [['contact']],
  [['issue']],
  [['waiting']],
  [['unread']],
  [['actions']],
]

/** One's own tickets: the queue's layouts without the assignee, who has a line or a cell alone. */
const OWN: readonly TicketLayout[] = QUEUE.map(({ name, cells }) => ({
  name,
  cells:
    name === 'wide'
      ? OWN_WIDE
      : cells.flatMap(([first, ...below]) =>
          first[0] === 'assignee' ? [] : [[first, ...below.filter(([column]) => column !== 'assignee')]],
        ),
}))

/** From these widths of the list on, in px; below the last stands the tightest. */
const FROM = [1120, 880, 720] as const

/** The columns that fit a width in px. */
export function layoutFor(width: number, own: boolean): TicketLayout {
  const index = FROM.findIndex((from) => width >= from)
  const layouts = own ? OWN : QUEUE
  return layouts[index < 0 ? layouts.length - 1 : index] as TicketLayout
}
