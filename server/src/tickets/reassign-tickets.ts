import { sql } from 'drizzle-orm'
import { notifyTicketsChanged } from '../cluster-events.ts'
import type { Tx } from '../db/client.ts'
import type { ChangedTicket } from '../event-bus.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { isAgentOf, mayWorkIn, type StaffRow } from '../staff/staff.store.ts'
import { transferOpenTicket, unassignOpenTicket } from './assignment.store.ts'
import { lockVisibleTicket } from './ticket.store.ts'

const SUSPENDED = 'ผู้รับผิดชอบถูกระงับการใช้งาน'
const RIGHTS_LOST = 'ผู้รับผิดชอบไม่มีสิทธิ์ใน OA นี้แล้ว'

export interface ReassignedTickets {
  unassigned: number
  transferred: number
}

/** Reassigns tickets that a staff member may no longer have, in the transaction that changed the rights. */
export async function reassignTickets(
  tx: Tx,
  member: StaffRow,
  { newAssigneeId, now }: { newAssigneeId: string | undefined; now: Date },
): Promise<ReassignedTickets> {
  const lost = await tx.execute<{ id: string }>(sql`
    select t.id from tickets t where t.assignee_id = ${member.id}::uuid and t.status = 'OPEN'
      and not exists (select from staff where staff.id = t.assignee_id and ${mayWorkIn(sql`t.channel_key`)})
    order by t.id for update of t`)
  const all = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const reason = member.status === 'SUSPENDED' ? SUSPENDED : RIGHTS_LOST
  const how = { by: null, from: member.id, reason, now }
  const changed: ChangedTicket[] = []
  let transferred = 0
  for (const { id } of lost.rows) {
    const ticket = await lockVisibleTicket(tx, all, id)
    const isTransfer =
      newAssigneeId !== undefined && (await isAgentOf(tx, newAssigneeId, ticket.head.channel_key))
    const eventId = isTransfer
      ? await transferOpenTicket(tx, ticket, how, newAssigneeId)
      : await unassignOpenTicket(tx, ticket, how)
    if (eventId === undefined) continue
    changed.push({ id, eventId })
    if (isTransfer) transferred += 1
  }
  await notifyTicketsChanged(tx, changed)
  return { unassigned: changed.length - transferred, transferred }
}
