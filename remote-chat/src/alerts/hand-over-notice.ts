import { handOverCalls, hasErrorCode } from 'shared/api'
import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { HandedOver } from 'shared/contract/tickets/handed-over.ts'
import { readSession } from 'shared/session'
import { cutGraphemes, showToast, type Toast } from 'shared/ui'
import { PATHS } from '../address/paths.ts'
import { caseAddress, isLookedAt } from '../address/ticket-address.ts'
import { isMe } from '../viewer.ts'
import { showNotice } from './desktop-notices.ts'
import { soundAlert } from './sound.store.ts'
import { isTold, keepTold } from './told-hand-overs.ts'

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
  /**
   * When it was first shown to an active user, in ms of `performance.now()`; postponed while there is no input, null before it was seen.
   */
  toldAt: number | null
  /** The notice of the desktop was put up. */
  isNoticed: boolean
  /** Of the notice in which it stands. */
  text: string
  close: () => void
}

/** By what happened, to whose cases `person` says. */
const groups = new Map<string, Group>()
let person: string | undefined
/** The time in which others are gathered goes by; somebody is to look at the page. */
let isGathering = false
let isAwaited = false
/** The server has the call that reads them. */
let isCallKnown = true
/** The notices that nobody has moved anything under, by their texts; those of one group with it. */
const standing = new Map<string, { toast: Toast; group: Group | null }>()

/**
 * Tells, with a sound, of a case that a colleague has given to this person, or taken from them: by whom, and why. Of several in one
 * notice. While nobody sees the page it waits until somebody does, and it stands until somebody was there to read it. What this browser has told already is left out: a socket that is new
 * hears again what happened lately.
 */
export function tellHandOver(handedOver: HandedOver, open: (path: string) => void): void {
  forgetOver()
  const { line } = handedOver
  if (isHeard(line)) return
  soundAlert()
  for (const group of groups.values()) if (group.cases.delete(line.ticket_id)) group.toldAt = null
  const happened = whatHappened(line)
  const group = groups.get(happened) ?? { cases: new Map(), text: '', close: () => {} }
  group.cases.set(line.ticket_id, handedOver)
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

/** The same of what has changed hands lately, for a page that gets no socket. What fails is asked for again with the next reading. */
export async function tellHandOversRead(open: (path: string) => void, signal: AbortSignal): Promise<void> {
  if (!isCallKnown) return
  try {
    const { fetchHandedOver } = await handOverCalls()
    const lately = await fetchHandedOver(signal)
    if (!signal.aborted) for (const each of lately) tellHandOver(each, open)
  } catch (error) {
    isCallKnown = !hasErrorCode(error, 'not_found')
  }
}

/** Whether this, or what came after it in the same case, is about to be told or was. */
function isHeard(line: ConversationLine): boolean {
  for (const { cases } of groups.values())
    if ((cases.get(line.ticket_id)?.line.revision ?? -1) >= line.revision) return true
  return isTold(line)
}

/** One person's cases are never told to the next, and what was told long enough is not told again. */
function forgetOver(): void {
  const present = readSession().profile?.id
  if (present !== person) for (const kept of [groups, standing]) kept.clear()
  person = present
  for (const [happened, { toldAt }] of groups)
    if (toldAt !== null && performance.now() - toldAt > SHOWN_MS) groups.delete(happened)
}

/** The notice with this text has left the screen: what stands in it, and in no later one, is over. */
function forgetTold(text: string): void {
  standing.delete(text)
  for (const [happened, group] of groups)
    if (group.text === text && group.toldAt !== null) groups.delete(happened)
}

function tellGathered(open: (path: string) => void): void {
  forgetOver()
  for (const [happened, group] of groups)
    if (group.cases.size === 0) {
      group.close()
      groups.delete(happened)
    }
  const untold = [...groups].filter(([, { toldAt }]) => toldAt === null)
  for (const [happened, group] of untold) putUpNotice(happened, group)
  if (untold.length === 0) return
  if (document.visibilityState !== 'visible') tellOnceSeen(open)
  // Those whose notice still stands are counted too.
  else if (groups.size > MAX_AT_ONCE) tellAll(open)
  else for (const [happened, group] of untold) tellGroup(happened, group, open)
}

function tellOnceSeen(open: (path: string) => void): void {
  if (isAwaited) return
  isAwaited = true
  const onSeen = () => {
    isAwaited = false
    forgetOver()
    // Another tab has told of them meanwhile.
    for (const { cases, toldAt } of groups.values())
      for (const [id, { line }] of cases) if (toldAt === null && isTold(line)) cases.delete(id)
    tellGathered(open)
  }
  document.addEventListener('visibilitychange', onSeen, { once: true })
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
  const { ticket_id, staff, from, to } = first.line
  const action = cases.length === 1 ? wayToCase(ticket_id, open) : wayToCases(to, open)
  const isOther = text !== group.text
  group.text = text
  if (isOther) group.close()
  group.toldAt = Number.POSITIVE_INFINITY
  keepTold(cases, wordsOfCase)
  group.close = putUp(group, {
    text,
    about: `${cases.length === 1 ? ticket_id : happened} handed over`,
    names: [
      ...cases.map(({ customer }) => customer),
      ...[staff, from, to].flatMap((each) => (each ? staffLabel(each) : [])),
    ],
    ...(action && { action }),
  })
}

/** A person who is away from a page that stands open is to find it: it goes some time after the first sign of somebody. */
function putUp(group: Group | null, words: Toast): () => void {
  const { text } = words
  const toast = { ...words, onClosed: () => forgetTold(text) }
  if (standing.size === 0) onNextSign(goInTime)
  standing.set(text, { toast, group })
  return showToast({ ...toast, timeoutMs: 0 })
}

function goInTime(): void {
  const now = performance.now()
  for (const [text, { toast, group }] of standing) {
    const close = showToast({ ...toast, timeoutMs: SHOWN_MS })
    if (group !== null) group.close = close
    for (const each of groups.values()) if (each.text === text) each.toldAt = now
  }
  standing.clear()
}

/** Calls once somebody moves, touches or types something in the page. */
function onNextSign(call: () => void): void {
  const first = new AbortController()
  const onSign = () => {
    first.abort()
    call()
  }
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    window.addEventListener(sign, onSign, { capture: true, passive: true, signal: first.signal })
}

/** One notice of all that has happened and is not over: how many cases each, and the way to them. */
function tellAll(open: (path: string) => void): void {
  const cases = [...groups.values()].flatMap((group) => [...group.cases.values()])
  const mine = cases.find(({ line }) => line.to !== null && isMe(line.to))
  const parts = [...groups].map(([happened, group]) => wordsOf(happened, group).title)
  const text = `${cases.length} เคสเปลี่ยนผู้ดูแล: ${parts.join(' / ')}`
  for (const group of groups.values()) {
    group.text = text
    group.close()
    group.toldAt = Number.POSITIVE_INFINITY
  }
  keepTold(cases, wordsOfCase)
  putUp(null, {
    text,
    about: 'all handed over',
    action: { label: 'ดูเคส', onSelect: () => open(mine ? PATHS.mine : PATHS.queue) },
  })
}

/** The desktop's notice, where no tab of the desk is seen. */
function putUpNotice(happened: string, group: Group): void {
  const last = [...group.cases.keys()].at(-1)
  if (group.isNoticed || last === undefined) return
  group.isNoticed = true
  const { title, more } = wordsOf(happened, group)
  const revision = group.cases.get(last)?.line.revision ?? 0
  void showNotice({ ticketId: last, forced: false, title, text: more ?? '' }, { event: `handed ${revision}` })
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

const wordsOfCase = ({ customer, line }: HandedOver): string => `${customer} · ${whatHappened(line)}`

function whatHappened({ staff, from, to }: ConversationLine): string {
  const by = staff ? staffLabel(staff) : 'เพื่อนร่วมทีม'
  if (to === null) return `${by} คืนเคสของคุณเข้าคิว`
  if (!isMe(to))
    return to.id === staff?.id ? `${by} รับช่วงต่อเคสของคุณ` : `${by} โอนเคสของคุณให้ ${staffLabel(to)}`
  return from === null || from.id === staff?.id
    ? `${by} โอนเคสให้คุณ`
    : `${by} โอนเคสของ ${staffLabel(from)} ให้คุณ`
}
