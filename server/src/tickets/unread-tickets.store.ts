import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** Ticket `t` has IN messages newer than this person's last look at it. */
export function isUnreadBy(viewerId: string): SQL {
  return sql`t.last_in_seq > coalesce((select r.seq from ticket_reads r
    where r.ticket_id = t.id and r.staff_id = ${viewerId}::uuid), 0)`
}

/** Who has more unread than this finds a page of it soon by walking along the list. */
export const FEW_UNREAD = 1_000
/** How long the answer 'many' is cached, in ms: whoever reads them all soon has a quick list. */
const MANY_FOR_MS = 5_000
/** What is kept is brought up to date at each call. It is all the same found anew now and then, should a row have been changed by hand. */
const FEW_FOR_MS = 600_000
const KEEP_ENTRIES = 200

/** Every ticket that was unread when the transactions before `horizon` had ended and no other had begun. */
interface Known {
  ids: readonly string[]
  /** An `xid8`, in digits. */
  horizon: string
}

/**
 * What is unread for people who have read nearly everything. Walking along a list of 20,000 tickets in search of the thirty that are
 * unread takes long, so these are kept in mind, and at each call only they are looked at and the tickets to which a message has come
 * since: nothing else becomes unread, and a closed ticket never opens again. "Since" goes by transactions
 * (`tickets.last_in_xid` and PostgreSQL's snapshots) and not by a clock, so that one that commits late is never missed.
 */
export class UnreadTickets {
  private readonly kept = new Map<string, { known: Known | 'many'; until: number }>()
  private readonly db: Db
  private readonly now: () => Date

  constructor(db: Db, now: () => Date) {
    this.db = db
    this.now = now
  }

  /** The ids of all tickets (of open ones alone, when `status` says so) that are unread for this person; undefined when they are many. */
  async of(viewerId: string, status: 'OPEN' | 'CLOSED' | undefined): Promise<readonly string[] | undefined> {
    const onlyOpen = status === 'OPEN'
    const key = `${viewerId} ${onlyOpen}`
    const kept = this.kept.get(key)
    const isKept = kept !== undefined && this.now().getTime() < kept.until
    if (isKept && kept.known === 'many') return undefined
    const before = isKept && kept.known !== 'many' ? kept.known : undefined
    const known = await findUnread(this.db, viewerId, onlyOpen, before)
    const until = before === undefined || kept === undefined ? this.now().getTime() + FEW_FOR_MS : kept.until
    this.keep(key, known === 'many' ? { known, until: this.now().getTime() + MANY_FOR_MS } : { known, until })
    return known === 'many' ? undefined : known.ids
  }

  private keep(key: string, entry: { known: Known | 'many'; until: number }): void {
    this.kept.delete(key)
    const oldest = this.kept.keys().next()
    if (this.kept.size >= KEEP_ENTRIES && !oldest.done) this.kept.delete(oldest.value)
    this.kept.set(key, entry)
  }
}

async function findUnread(
  db: Db,
  viewerId: string,
  onlyOpen: boolean,
  before: Known | undefined,
): Promise<Known | 'many'> {
  const status = onlyOpen ? sql`t.status = 'OPEN'` : sql`true`
  const candidates =
    before === undefined
      ? sql`tickets t`
      : sql`(select unnest(${sql.param(before.ids)}::uuid[]) as id
          union select id from tickets where last_in_xid >= ${before.horizon}::bigint) c join tickets t on t.id = c.id`
  // The horizon is that of the snapshot by which the tickets are read: one statement.
  const found = await db.execute<{ ids: string[]; horizon: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      array(select t.id::text from ${candidates} where ${status} and ${isUnreadBy(viewerId)} limit ${FEW_UNREAD + 1}) as ids`)
  const [row] = found.rows
  if (row === undefined || row.ids.length > FEW_UNREAD) return 'many'
  return { ids: row.ids, horizon: row.horizon }
}
