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

type Line = readonly [TicketColumn, ...TicketColumn[]]
/** Lines of one cell, from top to bottom; each line shows one or more columns. */
export type TicketCell = readonly [Line, ...Line[]]

/** Layout of the table. The first column of a cell determines the cell's header. */
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

/** The order of the columns follows the specification. */
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

/** Layouts of the user's own tickets: those of the queue, without the line or cell of the assignee. */
const OWN: readonly TicketLayout[] = QUEUE.map(({ name, cells }) => ({
  name,
  cells:
    name === 'wide'
      ? OWN_WIDE
      : cells.flatMap(([first, ...below]) =>
          first[0] === 'assignee' ? [] : [[first, ...below.filter(([column]) => column !== 'assignee')]],
        ),
}))

/** Minimum list widths, in px; below the last width, the tightest layout is used. */
const FROM = [1120, 880, 720] as const

export function layoutFor(width: number, own: boolean): TicketLayout {
  const index = FROM.findIndex((from) => width >= from)
  const layouts = own ? OWN : QUEUE
  return layouts[index < 0 ? layouts.length - 1 : index] as TicketLayout
}
