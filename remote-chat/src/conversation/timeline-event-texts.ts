import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { firstSeqOf, type Thread } from '../cache/message-merge.ts'
import type { ThreadEvent } from './thread-layout.ts'
import { ticketEvents } from './timeline-events-of-ticket.ts'

type EventText = (
  who: { staff: string; from: string; to: string },
  by: { wasAssignee: boolean; isNewAssignee: boolean; subject: TimelineEvent['subject'] },
) => string

/** `wasAssignee`: the acting agent was the assignee. `isNewAssignee`: the acting agent is the new assignee. */
const EVENT_TEXTS: Record<string, EventText> = {
  accepted: ({ staff }) => `${staff} รับเคสแล้ว`,
  transferred: ({ staff, from, to }, { wasAssignee, isNewAssignee }) => {
    if (isNewAssignee) return `${to} รับช่วงต่อจาก ${from}`
    return wasAssignee ? `${from} โอนเคสให้ ${to}` : `${staff} โอนเคสของ ${from} ให้ ${to}`
  },
  returned: ({ staff, from }, { wasAssignee }) =>
    wasAssignee ? `${from} คืนเคสเข้าคิว` : `${staff} คืนเคสของ ${from} เข้าคิว`,
  subject_changed: ({ staff }, { subject }) =>
    subject === undefined
      ? `${staff} แก้ประเภทปัญหา`
      : `${staff} แก้ประเภทปัญหาจาก “${subject.from}” เป็น “${subject.to}”`,
  closed: ({ staff }) => `ปิดเคสโดย ${staff}`,
}

const nameOf = (staffMember: TimelineEvent['staff']) => (staffMember ? staffLabel(staffMember) : 'เพื่อนร่วมทีม')

/** Converts timeline events to lines of the conversation; ignores events of unknown kinds. */
export function threadEventsOf(timelineEvents: readonly TimelineEvent[]): ThreadEvent[] {
  return timelineEvents.flatMap((timelineEvent): ThreadEvent[] => {
    const { id, kind, staff, from, to, after_seq, at, text, subject } = timelineEvent
    if (kind === 'note')
      return text === null ? [] : [{ key: id, text, at, afterSeq: after_seq, note: timelineEvent }]
    const words = Object.hasOwn(EVENT_TEXTS, kind) ? EVENT_TEXTS[kind] : undefined
    if (words === undefined) return []
    // The event has no staff member when an administrator has unassigned the ticket on the command line.
    const actorName = staff === null && from !== null ? 'ผู้ดูแลระบบ' : nameOf(staff)
    const who = { staff: actorName, from: nameOf(from), to: nameOf(to) }
    const by = { wasAssignee: staff?.id === from?.id, isNewAssignee: staff?.id === to?.id, subject }
    return [{ key: id, text: words(who, by), at, afterSeq: after_seq, reason: text }]
  })
}

/** Returns the timeline events of a conversation, without events that are older than its loaded messages. */
export function eventsOfThread(
  { timelineEvents, messages, hasOlder }: Thread,
  ticket: Ticket | null,
): ThreadEvent[] {
  if (timelineEvents === null) return ticket === null ? [] : ticketEvents(ticket)
  const firstSeq = hasOlder ? firstSeqOf(messages) : 0
  return threadEventsOf(timelineEvents.filter(({ after_seq }) => after_seq >= firstSeq))
}
