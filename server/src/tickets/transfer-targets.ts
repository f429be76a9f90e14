import { type SQL, sql } from 'drizzle-orm'
import { MAX_COUNTED_TICKETS } from 'shared/contract/constants.ts'
import type { TransferTarget } from 'shared/contract/staff/list-transfer-targets.call.ts'
import type { ServerContext } from '../server-context.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import type { OnlineStaff } from '../staff/online-staff.ts'
import { findAgents } from '../staff/staff.store.ts'
import { staffMemberOf } from '../staff/staff-member.ts'

export async function listTransferTargets(
  { db }: Pick<ServerContext, 'db'>,
  online: OnlineStaff,
  { scope }: Pick<SignedIn, 'scope'>,
  channelKey: string,
): Promise<{ items: TransferTarget[] }> {
  const agents = await findAgents(db, scope.narrowTo([channelKey]))
  const ids = agents.map(({ id }) => id)
  const counted = await db.execute<{ id: string; open_count: number }>(openCountsStatement(ids, scope))
  const counts = new Map(counted.rows.map((row) => [row.id, row.open_count]))
  const here = online.ids()
  const items = agents.map((agent) => ({
    ...staffMemberOf(agent),
    is_online: here.has(agent.id),
    open_count: counts.get(agent.id) ?? 0,
  }))
  return { items }
}

/** Returns a statement that counts open tickets by index, up to `MAX_COUNTED_TICKETS` per staff member. */
export function openCountsStatement(staffIds: readonly string[], scope: ChannelScope): SQL {
  return sql`
    select s.id, c.open_count
    from unnest(${sql.param(staffIds)}::uuid[]) as s (id)
    cross join lateral (
      select count(*) filter (where ${scope.condition(sql`t.channel_key`)})::int as open_count
      from (select channel_key from tickets where assignee_id = s.id and status = 'OPEN' limit ${MAX_COUNTED_TICKETS}) t
    ) c`
}
