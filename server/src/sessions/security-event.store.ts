import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { type SecurityEventKind, securityEvents } from '../db/schema.ts'

export interface SecurityEvent {
  kind: SecurityEventKind
  /** Id of the staff member concerned; null when unknown. */
  staffId: string | null
  /** IP address of the request; null for the command line and the server itself. */
  address: string | null
  /** Additional data of the event; never a token, secret or code. */
  detail?: Record<string, unknown>
}

export const COMMAND_LINE_ACTOR = { by: 'command line' } as const

/** Call it in the transaction of the recorded change. Refused sign-ins are kept for 30 days, other events for 400. */
export async function recordSecurityEvent(db: Db | Tx, event: SecurityEvent): Promise<void> {
  const { kind, staffId, address, detail } = event
  await db.insert(securityEvents).values({ kind, staffId, address, detail: detail ?? {} })
}

export async function recordCommandLineEvent(
  tx: Tx,
  kind: SecurityEventKind,
  detail: Record<string, unknown>,
  staffId: string | null = null,
): Promise<void> {
  await recordSecurityEvent(tx, {
    kind,
    staffId,
    address: null,
    detail: { ...COMMAND_LINE_ACTOR, ...detail },
  })
}

/** Removes expired events. Uses the database's clock, not `_now`. */
export async function removeOldSecurityEvents(db: Db, _now: Date, limit: number): Promise<number> {
  const removed = await db.execute<{ removed: number }>(
    sql`select remove_old_security_events(${limit}::int) as removed`,
  )
  return removed.rows[0]?.removed ?? 0
}
