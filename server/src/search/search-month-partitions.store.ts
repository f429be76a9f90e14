import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'

const MONTHS_AHEAD = 2

export async function createSearchMonth(db: Db, at: Date): Promise<void> {
  await db.execute(sql`select make_message_search_month(${at.toISOString()}::timestamptz)`)
}

/** Housekeeping task that creates partitions in advance; the projector also creates a missing one. */
export async function createSearchMonths(db: Db, now: Date): Promise<number> {
  const before = new Set((await readSearchMonths(db)).map(String))
  let made = 0
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    if (before.has(String(month))) continue
    await createSearchMonth(db, month)
    made += 1
  }
  return made
}

/** Returns the first days of the months that have a partition, newest first. */
export async function readSearchMonths(db: Db | Tx): Promise<Date[]> {
  const found = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'message_search'::regclass order by c.relname desc`)
  return found.rows.map(({ name }) => {
    const [year, month] = name.replace('message_search_', '').split('_').map(Number)
    return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, 1))
  })
}

export const monthOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
export const nextMonth = (month: Date) =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
