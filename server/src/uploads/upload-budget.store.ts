import { sql } from 'drizzle-orm'
import { TIME_ZONE } from 'shared/contract/constants.ts'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'

interface Spent {
  staffId: string
  bytes: number
  /** The budget of one person and day. */
  perDay: number
}

/** By the database's clock, which all servers share. */
const today = sql`(now() at time zone ${TIME_ZONE}::text)::date`

/**
 * Does `work` with bytes of a person's budget of today. They are taken before, so that uploads at the same time have no more together, and
 * given back where nothing new came of it (false) or it failed. Throws `upload_quota_used`.
 */
export async function withinBudget(db: Db, spent: Spent, work: () => Promise<boolean>): Promise<void> {
  const day = await take(db, spent)
  if (day === null) throw new DeskError('upload_quota_used')
  let isNew = false
  try {
    isNew = await work()
  } finally {
    if (!isNew) await giveBack(db, spent, day)
  }
}

/** Before a body comes: throws `upload_quota_used` where less than `bytes` is left of today. */
export async function checkBudget(db: Db, { staffId, bytes, perDay }: Spent): Promise<void> {
  const { rows } = await db.execute(sql`
    select from upload_days where staff_id = ${staffId}::uuid and day = ${today} and bytes + ${bytes}::bigint > ${perDay}::bigint`)
  if (rows.length > 0) throw new DeskError('upload_quota_used')
}

/** Answers the day that it is taken of; null: there is not so much left. */
async function take(db: Db, { staffId, bytes, perDay }: Spent): Promise<string | null> {
  const { rows } = await db.execute<{ day: string }>(sql`
    insert into upload_days as u (staff_id, day, bytes) select ${staffId}::uuid, ${today}, ${bytes}::bigint
      where ${bytes}::bigint <= ${perDay}::bigint
    on conflict (staff_id) do update set day = excluded.day,
      bytes = excluded.bytes + case when u.day = excluded.day then u.bytes else 0 end
      where u.day <> excluded.day or u.bytes + excluded.bytes <= ${perDay}::bigint
    returning u.day::text as day`)
  return rows[0]?.day ?? null
}

/** What was taken before midnight is not given to the next day, which has its own. */
async function giveBack(db: Db, { staffId, bytes }: Spent, day: string): Promise<void> {
  await db.execute(sql`
    update upload_days set bytes = greatest(0, bytes - ${bytes}::bigint) where staff_id = ${staffId}::uuid and day = ${day}::date`)
}
