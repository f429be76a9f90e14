import { sql } from 'drizzle-orm'
import { TIME_ZONE } from 'shared/contract/constants.ts'
import type { Db } from '../db/client.ts'

interface Charge {
  customerId: string
  bytes: number
  perDay: number
}

/** Today's date by the database clock, which all servers share. */
const today = sql`(now() at time zone ${TIME_ZONE}::text)::date`

/** Returns the charged day; null when the budget has fewer than `bytes` left, or nothing at all. */
export async function chargeCustomerMedia(
  db: Db,
  { customerId, bytes, perDay }: Charge,
): Promise<string | null> {
  const { rows } = await db.execute<{ day: string }>(sql`
    insert into customer_media_days as c (customer_id, day, bytes)
      select ${customerId}::uuid, ${today}, ${bytes}::bigint where ${bytes}::bigint <= ${perDay}::bigint
    on conflict (customer_id) do update set day = excluded.day,
      bytes = excluded.bytes + case when c.day = excluded.day then c.bytes else 0 end
      where c.day <> excluded.day
        or (c.bytes + excluded.bytes <= ${perDay}::bigint and c.bytes < ${perDay}::bigint)
    returning c.day::text as day`)
  return rows[0]?.day ?? null
}

export async function refundCustomerMedia(
  db: Db,
  { customerId, bytes, day }: { customerId: string; bytes: number; day: string },
): Promise<void> {
  await db.execute(sql`
    update customer_media_days set bytes = greatest(0, bytes - ${bytes}::bigint)
    where customer_id = ${customerId}::uuid and day = ${day}::date`)
}

export async function msUntilNextMediaDay(db: Db): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`
    select (extract(epoch from ((${today} + 1)::timestamp at time zone ${TIME_ZONE}::text) - now()) * 1000)::float8 as ms`)
  return rows[0]?.ms ?? 0
}
