import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { HandedOver } from 'shared/contract/tickets/handed-over.ts'
import { readSession, readStored, serverNow, writeStored } from 'shared/session'
import { storeRecentHandOvers } from './recent-hand-overs.ts'

/** localStorage key: transfers that this browser has shown, each as `<ticket>:<revision>`. */
const TOLD = 'hand_overs_told'
const MAX_NOTIFIED = 200

const keyOf = () => `${TOLD}:${readSession().profile?.id}`

function readTold(): string[] {
  return readStored(keyOf())?.split(' ') ?? []
}

/** True when a tab of this browser has shown this transfer or a later one of the same ticket. */
export function isNotified({ ticket_id, revision }: TimelineEvent): boolean {
  return readTold().some((each) => {
    const [ticket, notified] = each.split(':')
    return ticket === ticket_id && Number(notified) >= revision
  })
}

/** Records these transfers as shown, and stores their texts for the bell. */
export function storeNotified(tickets: readonly HandedOver[], textOf: (each: HandedOver) => string): void {
  const now = tickets.map(
    ({ timeline_event: timelineEvent }) => `${timelineEvent.ticket_id}:${timelineEvent.revision}`,
  )
  writeStored(keyOf(), [...new Set([...now, ...readTold()])].slice(0, MAX_NOTIFIED).join(' '))
  const recent = tickets.map((each) => ({
    ticketId: each.timeline_event.ticket_id,
    words: textOf(each),
    at: Date.parse(each.timeline_event.at),
  }))
  storeRecentHandOvers(recent.reverse(), serverNow())
}
