import { sql } from 'drizzle-orm'
import { TIME_ZONE } from 'shared/contract/constants.ts'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'

interface Spent {
  staffId: string
  bytes: number
  /** Upload budget per staff member and day, in bytes. */
  perDay: number
}

/** Today's date by the database clock, which all servers share. */
const today = sql`(now() at time zone ${TIME_ZONE}::text)::date`

/** Charges the upload before `work`, so that concurrent uploads share the budget. Refunds when nothing is stored. */
export async function withinBudget(db: Db, spent: Spent, work: () => Promise<boolean>): Promise<void> {
  const day = await reserve(db, spent)
  if (day === null) throw new DeskError('upload_quota_used')
  let isNew = false
  try {
    isNew = await work()
  } finally {
    if (!isNew) await refund(db, spent, day)
  }
}

/** Throws `upload_quota_used` before a body is read if less than `bytes` of the daily budget is left. */
export async function checkBudget(db: Db, { staffId, bytes, perDay }: Spent): Promise<void> {
  const { rows } = await db.execute(sql`
    select from upload_days where staff_id = ${staffId}::uuid and day = ${today} and bytes + ${bytes}::bigint > ${perDay}::bigint`)
  if (rows.length > 0) throw new DeskError('upload_quota_used')
}

/** Returns the day whose budget was charged, or null when too little is left. */
async function reserve(db: Db, { staffId, bytes, perDay }: Spent): Promise<string | null> {
  const { rows } = await db.execute<{ day: string }>(sql`
    insert into upload_days as u (staff_id, day, bytes) select ${staffId}::uuid, ${today}, ${bytes}::bigint
      where ${bytes}::bigint <= ${perDay}::bigint
    on conflict (staff_id) do update set day = excluded.day,
      bytes = excluded.bytes + case when u.day = excluded.day then u.bytes else 0 end
      where u.day <> excluded.day or u.bytes + excluded.bytes <= ${perDay}::bigint
    returning u.day::text as day`)
  return rows[0]?.day ?? null
}

async function refund(db: Db, { staffId, bytes }: Spent, day: string): Promise<void> {
  await db.execute(sql`
    update upload_days set bytes = greatest(0, bytes - ${bytes}::bigint) where staff_id = ${staffId}::uuid and day = ${day}::date`)
}
