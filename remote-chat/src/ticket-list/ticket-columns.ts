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

/** How the columns are laid out at one width: each cell has a column and below it those that have no room of their own. */
export interface TicketLayout {
  name: 'wide' | 'middle' | 'narrow' | 'tight'
  cells: readonly (readonly [first: TicketColumn, ...with: TicketColumn[]])[]
}

const QUEUE: readonly TicketLayout[] = [
  {
    name: 'wide',
    cells: [
      ['status'],
      ['assignee'],
      ['id'],
      ['contact'],
      ['channel'],
      ['opened'],
      ['issue'],
      ['waiting'],
      ['unread'],
      ['actions'],
    ],
  },
  {
    name: 'middle',
    cells: [
      ['status'],
      ['assignee'],
      ['id', 'opened'],
      ['contact'],
      ['issue', 'channel'],
      ['waiting'],
      ['unread'],
      ['actions'],
    ],
  },
  {
    name: 'narrow',
    cells: [
      ['contact'],
      ['issue', 'channel'],
      ['status', 'assignee', 'id'],
      ['waiting', 'opened'],
      ['unread'],
      ['actions'],
    ],
  },
  {
    name: 'tight',
    cells: [
      ['contact', 'issue', 'channel'],
      ['status', 'id', 'assignee'],
      ['waiting', 'unread', 'opened'],
      ['actions'],
    ],
  },
]

/** One's own tickets: the queue's layouts without the assignee; the widest one follows the order of the specified columns. */
const OWN: readonly TicketLayout[] = QUEUE.map(({ name, cells }) => {
  if (name === 'wide')
    return {
      name,
      cells: [
        ['status'],
        ['id'],
        ['channel'],
        ['opened'],
        ['contact'],
        ['issue'],
        ['waiting'],
        ['unread'],
        ['actions'],
      ],
    }
  const others = cells.filter(([first]) => first !== 'assignee')
  return {
    name,
    cells: others.map(([first, ...below]) => [first, ...below.filter((column) => column !== 'assignee')]),
  }
})

/** From these widths of the list on, in px; below the last stands the tightest. */
const FROM = [1120, 880, 680] as const

/** The columns that fit a width in px. */
export function layoutFor(width: number, own: boolean): TicketLayout {
  const index = FROM.findIndex((from) => width >= from)
  const layouts = own ? OWN : QUEUE
  return layouts[index < 0 ? layouts.length - 1 : index] as TicketLayout
}
