import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { HandedOver } from 'shared/contract/realtime.ts'
import { readSession } from 'shared/session'
import { cutGraphemes, showToast, type Toast } from 'shared/ui'
import { PATHS } from '../address/paths.ts'
import { caseAddress, isLookedAt } from '../address/ticket-address.ts'
import { isMe } from '../viewer.ts'
import { showNotice } from './desktop-notices.ts'

const SHOWN_MS = 15_000
const TEXT_LENGTH = 80
/** Cases are handed over by the dozen at the end of a shift: those that come within this time are told of together. */
const TOGETHER_MS = 300
/** More notices than these at once would push each other off the screen: they are one. */
const MAX_AT_ONCE = 2

/** Cases to which the same happened while its notice is there. */
interface Group {
  /** By ticket, the last one last. */
  cases: Map<string, HandedOver>
  /** When it was told of, ms since 1970; null while nobody has seen it. */
  toldAt: number | null
  /** The notice of the desktop was put up. */
  isNoticed: boolean
  text: string
  close: () => void
}

/** By what happened, to whose cases `person` says. */
const groups = new Map<string, Group>()
let person: string | undefined
/** The time in which others are gathered goes by; somebody is to look at the page. */
let isGathering = false
let isAwaited = false

/**
 * Tells of a case that a colleague has given to this person, or taken from them: by whom, and why. Of several in one notice. While
 * nobody sees the page it waits until somebody does.
 */
export function tellHandOver(handedOver: HandedOver, open: (path: string) => void): void {
  forgetAnothers()
  const { ticket_id } = handedOver.line
  for (const [happened, group] of groups)
    if (group.toldAt !== null && Date.now() - group.toldAt > SHOWN_MS) groups.delete(happened)
    else if (group.cases.delete(ticket_id)) group.toldAt = null
  const happened = whatHappened(handedOver.line)
  const group = groups.get(happened) ?? { cases: new Map(), text: '', close: () => {} }
  group.cases.set(ticket_id, handedOver)
  // What was touched last is told last, and so stands nearest.
  groups.delete(happened)
  groups.set(happened, Object.assign(group, { toldAt: null, isNoticed: false }))
  if (isGathering) return
  isGathering = true
  setTimeout(() => {
    isGathering = false
    tellGathered(open)
  }, TOGETHER_MS)
}

/** One person's cases are never told to the next. */
function forgetAnothers(): void {
  const present = readSession().profile?.id
  if (present === person) return
  groups.clear()
  person = present
}

function tellGathered(open: (path: string) => void): void {
  forgetAnothers()
  const untold: [string, Group][] = []
  for (const [happened, group] of groups)
    if (group.cases.size === 0) {
      group.close()
      groups.delete(happened)
    } else if (group.toldAt === null) untold.push([happened, group])
  for (const [happened, group] of untold) putUpNotice(happened, group)
  if (document.visibilityState !== 'visible') {
    if (isAwaited) return
    isAwaited = true
    const onSeen = () => {
      isAwaited = false
      tellGathered(open)
    }
    document.addEventListener('visibilitychange', onSeen, { once: true })
  } else if (untold.length > MAX_AT_ONCE) tellAll(untold, open)
  else for (const [happened, group] of untold) tellGroup(happened, group, open)
}

/** What happened to the cases of a group, first what tells one notice from another: the end of an older one is cut. */
function wordsOf(happened: string, { cases }: Group): { title: string; more: string | null } {
  const [first] = cases.values()
  if (cases.size === 1 && first !== undefined)
    return { title: `${first.customer} · ${happened}`, more: first.line.text }
  return {
    title: `${cases.size} เคส · ${happened}`,
    more: [...cases.values()].map(({ customer }) => customer).join(', '),
  }
}

function tellGroup(happened: string, group: Group, open: (path: string) => void): void {
  const cases = [...group.cases.values()]
  const [first] = cases
  if (first === undefined) return
  const { title, more } = wordsOf(happened, group)
  const text = more === null ? title : `${title}: ${cutGraphemes(more, TEXT_LENGTH)}`
  if (text !== group.text) group.close()
  const { ticket_id, staff, from, to } = first.line
  const action = cases.length === 1 ? wayToCase(ticket_id, open) : wayToCases(to, open)
  group.text = text
  group.toldAt = Date.now()
  group.close = showToast({
    text,
    about: `${cases.length === 1 ? ticket_id : happened} handed over`,
    names: [
      ...cases.map(({ customer }) => customer),
      ...[staff, from, to].flatMap((each) => each?.display_name ?? []),
    ],
    timeoutMs: SHOWN_MS,
    ...(action && { action }),
  })
}

/** One notice of all that has happened: how many cases each, and the way to them. */
function tellAll(untold: readonly [string, Group][], open: (path: string) => void): void {
  const cases = untold.flatMap(([, group]) => [...group.cases.values()])
  const mine = cases.find(({ line }) => line.to !== null && isMe(line.to))
  const parts = untold.map(([happened, group]) => wordsOf(happened, group).title)
  for (const [happened, group] of untold) {
    group.close()
    groups.delete(happened)
  }
  showToast({
    text: `${new Set(cases.map(({ line }) => line.ticket_id)).size} เคสเปลี่ยนผู้ดูแล: ${parts.join(' / ')}`,
    about: 'all handed over',
    timeoutMs: SHOWN_MS,
    action: { label: 'ดูเคส', onSelect: () => open(mine ? PATHS.mine : PATHS.queue) },
  })
}

/** The desktop's notice, where no tab of the desk is seen. */
function putUpNotice(happened: string, group: Group): void {
  const last = [...group.cases.keys()].at(-1)
  if (group.isNoticed || last === undefined) return
  group.isNoticed = true
  const { title, more } = wordsOf(happened, group)
  showNotice({ ticketId: last, forced: false, title, text: more ?? '' }).catch((error: unknown) =>
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
