import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { type SecurityEventKind, securityEvents } from '../db/schema.ts'

export interface SecurityEvent {
  kind: SecurityEventKind
  /** Whom it is about; null where nobody is known. */
  staffId: string | null
  /** Whose request it was; null for the command line and for the desk itself. */
  address: string | null
  /** Facts beside it; never a token, a secret or a code. */
  detail?: Record<string, unknown>
}

/** The one who acts on the command line of the desk's own machine. */
export const BY_COMMAND_LINE = { by: 'command line' } as const

/** Records who did what, in the transaction of the change. Rows are never updated; refused sign-ins are removed after 30 days, others after 400. */
export async function recordSecurityEvent(db: Db | Tx, event: SecurityEvent): Promise<void> {
  const { kind, staffId, address, detail } = event
  await db.insert(securityEvents).values({ kind, staffId, address, detail: detail ?? {} })
}

/** Removes at most `limit` expired events by the database's clock; returns how many. */
export async function removeOldSecurityEvents(db: Db, _now: Date, limit: number): Promise<number> {
  const removed = await db.execute<{ removed: number }>(
    sql`select remove_old_security_events(${limit}::int) as removed`,
  )
  return removed.rows[0]?.removed ?? 0
}
