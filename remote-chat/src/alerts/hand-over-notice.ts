import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { HandedOver } from 'shared/contract/realtime.ts'
import { cutGraphemes, showToast, type Toast } from 'shared/ui'
import { PATHS } from '../address/paths.ts'
import { caseAddress, isLookedAt } from '../address/ticket-address.ts'
import { isMe } from '../viewer.ts'
import { showNotice } from './desktop-notices.ts'

const SHOWN_MS = 15_000
const TEXT_LENGTH = 80
/** Cases are handed over by the dozen at the end of a shift: those that come within this time are told of together. */
const TOGETHER_MS = 300

/** Cases to which the same happened while its notice is there. */
interface Group {
  /** By ticket, the last one last. */
  cases: Map<string, HandedOver>
  /** When the last one came, ms since 1970; no end while nobody has seen it. */
  at: number
  isTold: boolean
  text: string
  close: () => void
}

/** By what happened. */
const groups = new Map<string, Group>()
let waiting: ReturnType<typeof setTimeout> | undefined

/** Tells of a case that a colleague has given to this person, or taken from them: by whom, and why. Of several in one notice. */
export function tellHandOver(handedOver: HandedOver, open: (path: string) => void): void {
  const { ticket_id } = handedOver.line
  const now = Date.now()
  for (const [happened, group] of groups)
    if (now - group.at > SHOWN_MS) groups.delete(happened)
    else if (group.cases.delete(ticket_id)) group.isTold = false
  const happened = whatHappened(handedOver.line)
  const group = groups.get(happened) ?? {
    cases: new Map(),
    at: now,
    isTold: false,
    text: '',
    close: () => {},
  }
  group.cases.set(ticket_id, handedOver)
  // What was touched last is told last, and so stands nearest.
  groups.delete(happened)
  groups.set(happened, Object.assign(group, { at: now, isTold: false }))
  if (waiting !== undefined) return
  waiting = setTimeout(() => {
    waiting = undefined
    for (const [each, untold] of groups) if (!untold.isTold) tellGroup(each, untold, open)
  }, TOGETHER_MS)
}

function tellGroup(happened: string, group: Group, open: (path: string) => void): void {
  const cases = [...group.cases.values()]
  const last = cases.at(-1)
  group.isTold = true
  if (last === undefined) {
    group.close()
    groups.delete(happened)
    return
  }
  const customers = cases.map(({ customer }) => customer)
  const [whose, more] =
    cases.length === 1 ? [last.customer, last.line.text] : [`${cases.length} เคส`, customers.join(', ')]
  // First what tells one notice from another: the end of an older one is cut.
  const title = `${whose} · ${happened}`
  const text = more === null ? title : `${title}: ${cutGraphemes(more, TEXT_LENGTH)}`
  if (text !== group.text) group.close()
  const { ticket_id, staff, from, to } = last.line
  const action = cases.length === 1 ? wayToCase(ticket_id, open) : wayToCases(to, open)
  group.text = text
  const toast = {
    text,
    about: `${cases.length === 1 ? ticket_id : happened} handed over`,
    names: [...customers, ...[staff, from, to].flatMap((each) => each?.display_name ?? [])],
    ...(action && { action }),
  }
  if (document.visibilityState === 'visible') group.close = showToast({ ...toast, timeoutMs: SHOWN_MS })
  else {
    // Nobody sees the page: it stays until somebody does.
    group.at = Number.POSITIVE_INFINITY
    group.close = showToast({ ...toast, timeoutMs: 0 })
    const onSeen = () => {
      if (group.text !== text || !groups.has(happened)) return
      group.at = Date.now()
      group.close = showToast({ ...toast, timeoutMs: SHOWN_MS })
    }
    document.addEventListener('visibilitychange', onSeen, { once: true })
  }
  showNotice({ ticketId: ticket_id, forced: false, title, text: more ?? '' }).catch((error: unknown) =>
    console.warn('a notice of a case that changed hands was not put up', error),
  )
}

function wayToCase(ticketId: string, open: (path: string) => void): Toast['action'] {
  if (isLookedAt(ticketId)) return undefined
  return { label: 'เปิดแชท', onSelect: () => open(caseAddress(ticketId)) }
}

/** One's own cases, or the queue with those of whoever has them now. */
function wayToCases(to: ConversationLine['to'], open: (path: string) => void): Toast['action'] {
  const theirs = `${PATHS.queue}?assignee=${to?.id ?? 'none'}`
  return { label: 'ดูเคส', onSelect: () => open(to !== null && isMe(to) ? PATHS.mine : theirs) }
}

function whatHappened({ staff, from, to }: ConversationLine): string {
  const by = staff?.display_name ?? 'เพื่อนร่วมทีม'
  if (to === null) return `${by} คืนเคสของคุณเข้าคิว`
  if (!isMe(to))
    return to.id === staff?.id ? `${by} รับช่วงต่อเคสของคุณ` : `${by} โอนเคสของคุณให้ ${to.display_name}`
  return from === null || from.id === staff?.id
    ? `${by} โอนเคสให้คุณ`
    : `${by} โอนเคสของ ${from.display_name} ให้คุณ`
}
