import { assigneeCalls, hasErrorCode } from 'shared/api'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { AssignmentChange } from 'shared/contract/tickets/assignment-change.ts'
import { readSession } from 'shared/session'
import { cutGraphemes, showToast, type Toast } from 'shared/ui'
import { PATHS } from '../address/chat-paths.ts'
import { isInView, ticketAddress } from '../address/ticket-address.ts'
import { isMe } from '../signed-in-user.ts'
import { soundAlert } from './alert-sound.store.ts'
import { showNotice } from './desktop-notifications.ts'
import { isNotified, storeNotified } from './notified-assignment-changes.ts'

const SHOWN_MS = 15_000
const TEXT_LENGTH = 80
/** Time in ms in which transfers are collected into one notification, because dozens may arrive together. */
const COLLECT_MS = 300
/** Maximum number of separate notifications. If there are more, one notification replaces all, to fit on the screen. */
const MAX_AT_ONCE = 2

interface Group {
  /** Assignment changes by ticket id, newest last. */
  tickets: Map<string, AssignmentChange>
  /** Time of the user's first input while the notification is shown; infinity before that input, null if not shown. */
  notifiedAt: number | null
  isShownOnDesktop: boolean
  text: string
  close: () => void
}

/** Groups of assignment changes, by the text that describes the change. */
const groups = new Map<string, Group>()
let userId: string | undefined
/** `isCollecting`: collecting changes for one notification. `isWaitingUntilVisible`: waiting until the page is visible. */
let isCollecting = false
let isWaitingUntilVisible = false
/** False when the server has no endpoint for recent transfers. */
let isCallSupported = true
/** Notifications that wait for user input, by their text. `group` is null when one notification covers all groups. */
const waitingForInput = new Map<string, { toast: Toast; group: Group | null }>()

/** Skips transfers that this browser has already shown, since a new socket receives recent events again. */
export function notifyAssignmentChange(
  assignmentChange: AssignmentChange,
  open: (path: string) => void,
): void {
  forgetObsolete()
  const { timeline_event: timelineEvent } = assignmentChange
  if (isAlreadyNotified(timelineEvent)) return
  soundAlert()
  for (const group of groups.values())
    if (group.tickets.delete(timelineEvent.ticket_id)) group.notifiedAt = null
  const changeText = textOfChange(timelineEvent)
  const group = groups.get(changeText) ?? { tickets: new Map(), text: '', close: () => {} }
  group.tickets.set(timelineEvent.ticket_id, assignmentChange)
  // Moves the group to the end: the notification of the latest change is shown last.
  groups.delete(changeText)
  groups.set(changeText, Object.assign(group, { notifiedAt: null, isShownOnDesktop: false }))
  if (isCollecting) return
  isCollecting = true
  setTimeout(() => {
    isCollecting = false
    notifyCollectedChanges(open)
  }, COLLECT_MS)
}

/** Fetches recent transfers. After a failure the next poll tries again. */
export async function pollAssignmentChanges(
  open: (path: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!isCallSupported) return
  try {
    const { fetchAssignmentChanges } = await assigneeCalls()
    const recentChanges = await fetchAssignmentChanges(signal)
    if (!signal.aborted) for (const each of recentChanges) notifyAssignmentChange(each, open)
  } catch (error) {
    isCallSupported = !hasErrorCode(error, 'not_found')
  }
}

function isAlreadyNotified(timelineEvent: TimelineEvent): boolean {
  for (const { tickets } of groups.values())
    if ((tickets.get(timelineEvent.ticket_id)?.timeline_event.revision ?? -1) >= timelineEvent.revision)
      return true
  return isNotified(timelineEvent)
}

function forgetObsolete(): void {
  const currentUserId = readSession().profile?.id
  if (currentUserId !== userId) for (const set of [groups, waitingForInput]) set.clear()
  userId = currentUserId
  for (const [changeText, { notifiedAt }] of groups)
    if (notifiedAt !== null && performance.now() - notifiedAt > SHOWN_MS) groups.delete(changeText)
}

function forgetNotified(text: string): void {
  waitingForInput.delete(text)
  for (const [changeText, group] of groups)
    if (group.text === text && group.notifiedAt !== null) groups.delete(changeText)
}

function notifyCollectedChanges(open: (path: string) => void): void {
  forgetObsolete()
  for (const [changeText, group] of groups)
    if (group.tickets.size === 0) {
      group.close()
      groups.delete(changeText)
    }
  const pendingGroups = [...groups].filter(([, { notifiedAt }]) => notifiedAt === null)
  for (const [changeText, group] of pendingGroups) showGroupDesktopNotification(changeText, group)
  if (pendingGroups.length === 0) return
  if (document.visibilityState !== 'visible') notifyWhenVisible(open)
  // `groups` also contains groups whose notification is still visible.
  else if (groups.size > MAX_AT_ONCE) notifyAll(open)
  else for (const [changeText, group] of pendingGroups) notifyGroup(changeText, group, open)
}

function notifyWhenVisible(open: (path: string) => void): void {
  if (isWaitingUntilVisible) return
  isWaitingUntilVisible = true
  const onVisible = () => {
    isWaitingUntilVisible = false
    forgetObsolete()
    // Another tab may have shown these transfers while this tab was hidden.
    for (const { tickets, notifiedAt } of groups.values())
      for (const [id, { timeline_event: timelineEvent }] of tickets)
        if (notifiedAt === null && isNotified(timelineEvent)) tickets.delete(id)
    notifyCollectedChanges(open)
  }
  document.addEventListener('visibilitychange', onVisible, { once: true })
}

/** Returns the texts of a notification. The title starts with what differs, because its end may be truncated. */
function textOf(changeText: string, { tickets }: Group): { title: string; more: string | null } {
  const [first] = tickets.values()
  if (tickets.size === 1 && first !== undefined)
    return { title: `${first.customer} · ${changeText}`, more: first.timeline_event.text }
  return {
    title: `${tickets.size} เคส · ${changeText}`,
    more: [...tickets.values()].map(({ customer }) => customer).join(', '),
  }
}

function notifyGroup(changeText: string, group: Group, open: (path: string) => void): void {
  const tickets = [...group.tickets.values()]
  const [first] = tickets
  if (first === undefined) return
  const { title, more } = textOf(changeText, group)
  const text = more === null ? title : `${title}: ${cutGraphemes(more, TEXT_LENGTH)}`
  const { ticket_id, staff, from, to } = first.timeline_event
  const action = tickets.length === 1 ? openTicketAction(ticket_id, open) : openTicketListAction(to, open)
  const isOther = text !== group.text
  group.text = text
  if (isOther) group.close()
  group.notifiedAt = Number.POSITIVE_INFINITY
  storeNotified(tickets, textsOfTicket)
  group.close = showUntilActivity(group, {
    text,
    about: `${tickets.length === 1 ? ticket_id : changeText} reassigned`,
    names: [
      ...tickets.map(({ customer }) => customer),
      ...[staff, from, to].flatMap((each) => (each ? staffLabel(each) : [])),
    ],
    ...(action && { action }),
  })
}

/** Shows a notification whose timeout starts at the first user input, so that a user who was away still finds it. */
function showUntilActivity(group: Group | null, toastOptions: Toast): () => void {
  const { text } = toastOptions
  const toast = { ...toastOptions, onClosed: () => forgetNotified(text) }
  if (waitingForInput.size === 0) onNextActivity(startTimeouts)
  waitingForInput.set(text, { toast, group })
  return showToast({ ...toast, timeoutMs: 0 })
}

function startTimeouts(): void {
  const now = performance.now()
  for (const [text, { toast, group }] of waitingForInput) {
    const close = showToast({ ...toast, timeoutMs: SHOWN_MS })
    if (group !== null) group.close = close
    for (const each of groups.values()) if (each.text === text) each.notifiedAt = now
  }
  waitingForInput.clear()
}

function onNextActivity(call: () => void): void {
  const first = new AbortController()
  const onActivity = () => {
    first.abort()
    call()
  }
  for (const eventType of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
    window.addEventListener(eventType, onActivity, { capture: true, passive: true, signal: first.signal })
}

function notifyAll(open: (path: string) => void): void {
  const tickets = [...groups.values()].flatMap((group) => [...group.tickets.values()])
  const mine = tickets.find(
    ({ timeline_event: timelineEvent }) => timelineEvent.to !== null && isMe(timelineEvent.to),
  )
  const parts = [...groups].map(([changeText, group]) => textOf(changeText, group).title)
  const text = `${tickets.length} เคสเปลี่ยนผู้ดูแล: ${parts.join(' / ')}`
  for (const group of groups.values()) {
    group.text = text
    group.close()
    group.notifiedAt = Number.POSITIVE_INFINITY
  }
  storeNotified(tickets, textsOfTicket)
  showUntilActivity(null, {
    text,
    about: 'all reassigned',
    action: { label: 'ดูเคส', onSelect: () => open(mine ? PATHS.mine : PATHS.queue) },
  })
}

function showGroupDesktopNotification(changeText: string, group: Group): void {
  const last = [...group.tickets.keys()].at(-1)
  if (group.isShownOnDesktop || last === undefined) return
  group.isShownOnDesktop = true
  const { title, more } = textOf(changeText, group)
  const revision = group.tickets.get(last)?.timeline_event.revision ?? 0
  void showNotice(
    { ticketId: last, forced: false, title, text: more ?? '' },
    { event: `reassigned ${revision}` },
  )
}

function openTicketAction(ticketId: string, open: (path: string) => void): Toast['action'] {
  if (isInView(ticketId)) return undefined
  return { label: 'เปิดแชท', onSelect: () => open(ticketAddress(ticketId)) }
}

function openTicketListAction(to: TimelineEvent['to'], open: (path: string) => void): Toast['action'] {
  const assigneeQueuePath = `${PATHS.queue}?assignee=${to?.id ?? 'none'}`
  return { label: 'ดูเคส', onSelect: () => open(to !== null && isMe(to) ? PATHS.mine : assigneeQueuePath) }
}

const textsOfTicket = ({ customer, timeline_event: timelineEvent }: AssignmentChange): string =>
  `${customer} · ${textOfChange(timelineEvent)}`

function textOfChange({ staff, from, to }: TimelineEvent): string {
  const by = staff ? staffLabel(staff) : 'เพื่อนร่วมทีม'
  if (to === null) return `${by} คืนเคสของคุณเข้าคิว`
  if (!isMe(to))
    return to.id === staff?.id ? `${by} รับช่วงต่อเคสของคุณ` : `${by} โอนเคสของคุณให้ ${staffLabel(to)}`
  return from === null || from.id === staff?.id
    ? `${by} โอนเคสให้คุณ`
    : `${by} โอนเคสของ ${staffLabel(from)} ให้คุณ`
}
