import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { AssignmentChange } from 'shared/contract/tickets/assignment-change.ts'
import { readSession, readStored, serverNow, writeStored } from 'shared/session'
import { storeRecentAssignmentChanges } from './recent-assignment-changes.ts'

/** localStorage key: transfers that this browser has shown, each as `<ticket>:<revision>`. */
const NOTIFIED_KEY = 'hand_overs_told'
const MAX_NOTIFIED = 200

const keyOf = () => `${NOTIFIED_KEY}:${readSession().profile?.id}`

function readNotified(): string[] {
  return readStored(keyOf())?.split(' ') ?? []
}

export function isNotified({ ticket_id, revision }: TimelineEvent): boolean {
  return readNotified().some((each) => {
    const [ticket, notified] = each.split(':')
    return ticket === ticket_id && Number(notified) >= revision
  })
}

export function storeNotified(
  tickets: readonly AssignmentChange[],
  textOf: (each: AssignmentChange) => string,
): void {
  const now = tickets.map(
    ({ timeline_event: timelineEvent }) => `${timelineEvent.ticket_id}:${timelineEvent.revision}`,
  )
  writeStored(keyOf(), [...new Set([...now, ...readNotified()])].slice(0, MAX_NOTIFIED).join(' '))
  const recent = tickets.map((each) => ({
    ticketId: each.timeline_event.ticket_id,
    text: textOf(each),
    at: Date.parse(each.timeline_event.at),
  }))
  storeRecentAssignmentChanges(recent.reverse(), serverNow())
}
