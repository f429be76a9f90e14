import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** Ticket `t` has IN messages newer than this person's last look at it. */
export function isUnreadBy(viewerId: string): SQL {
  return sql`t.last_in_seq > coalesce((select r.seq from ticket_reads r
    where r.ticket_id = t.id and r.staff_id = ${viewerId}::uuid), 0)`
}

/**
 * The unread tickets `t` that fit, all of them read with the person's looks at once (one join), for where few of many are unread:
 * asking ticket by ticket along the list would take long. `offset 0`: the planner must not take the list's order for a way there; so what
 * narrows the list stands within, and no more than that is read.
 */
export function unreadAtOnce(viewerId: string, fits: SQL): SQL {
  return sql`(select t.* from tickets t left join ticket_reads r on r.ticket_id = t.id and r.staff_id = ${viewerId}::uuid
    where ${fits} and t.last_in_seq > coalesce(r.seq, 0) offset 0)`
}

/** Who has more unread than this finds a page of it soon by walking along the list. */
export const FEW_UNREAD = 1_000
/** How long the answer 'many' is cached, in ms: whoever reads them all soon has a quick list. */
const MANY_FOR_MS = 5_000
/** What is kept is brought up to date at each call. It is all the same found anew now and then, should a row have been changed by hand. */
const FEW_FOR_MS = 600_000
/**
 * Ids kept in all, of everyone: at some 64 bytes each, 16 MB. A thousand people with two lists (all tickets, open ones) of 125 fit;
 * beyond that, who has not asked for longest is found anew.
 */
const KEEP_IDS = 250_000

/** Every ticket that was unread when the transactions before `horizon` had ended and no other had begun. */
interface Known {
  ids: readonly string[]
  /** An `xid8`. */
  horizon: bigint
}

interface Kept {
  known: Known | 'many'
  until: number
}

/** In ms: not the clock of the day, which may be put back. */
const sinceStart = (): number => performance.now()

/**
 * What is unread for people who have read nearly everything. Walking along a list of 20,000 tickets in search of the thirty that are
 * unread takes long, so these are kept in mind, and at each call only they are looked at and the tickets to which a message has come
 * since: nothing else becomes unread, and a closed ticket never opens again. "Since" goes by transactions
 * (`tickets.last_in_xid` and PostgreSQL's snapshots) and not by a clock, so that one that commits late is never missed.
 */
export class UnreadTickets {
  /** In the order in which they were asked for last. */
  private readonly kept = new Map<string, Kept>()
  private keptIds = 0
  /** What is being found from nothing, by key. */
  private readonly finding = new Map<string, Promise<void>>()
  private readonly db: Db
  private readonly now: () => number
  private readonly keepIds: number

  constructor(db: Db, now = sinceStart, keepIds = KEEP_IDS) {
    this.db = db
    this.now = now
    this.keepIds = keepIds
  }

  /** The ids of all tickets (of open ones alone, when `status` says so) that are unread for this person; undefined when they are many. */
  async of(viewerId: string, status: 'OPEN' | 'CLOSED' | undefined): Promise<readonly string[] | undefined> {
    const onlyOpen = status === 'OPEN'
    const key = `${viewerId} ${onlyOpen}`
    for (;;) {
      const before = this.fresh(key)
      if (before?.known === 'many') return undefined
      if (before !== undefined) {
        const known = await findUnread(this.db, viewerId, onlyOpen, before.known)
        this.keep(key, known, before.until)
        return idsOf(known)
      }
      // This reads every ticket, so several calls at once share it, and then ask for what has come since it began.
      const running = this.finding.get(key)
      if (running === undefined) return this.findFromNothing(key, viewerId, onlyOpen)
      await running
    }
  }

  private async findFromNothing(
    key: string,
    viewerId: string,
    onlyOpen: boolean,
  ): Promise<readonly string[] | undefined> {
    const found = findUnread(this.db, viewerId, onlyOpen, undefined)
    const kept = found.then((known) => this.keep(key, known, this.now() + FEW_FOR_MS))
    this.finding.set(key, kept)
    await kept.finally(() => this.finding.delete(key))
    return idsOf(await found)
  }

  private fresh(key: string): Kept | undefined {
    const kept = this.kept.get(key)
    return kept !== undefined && this.now() < kept.until ? kept : undefined
  }

  private keep(key: string, known: Known | 'many', until: number): void {
    this.forget(key)
    this.kept.set(key, known === 'many' ? { known, until: this.now() + MANY_FOR_MS } : { known, until })
    this.keptIds += costOf(known)
    for (const oldest of this.kept.keys()) {
      if (this.keptIds <= this.keepIds) return
      this.forget(oldest)
    }
  }

  private forget(key: string): void {
    const kept = this.kept.get(key)
    if (kept === undefined) return
    this.kept.delete(key)
    this.keptIds -= costOf(kept.known)
  }
}

const idsOf = (known: Known | 'many') => (known === 'many' ? undefined : known.ids)

/** In ids; an entry itself takes the room of a few. */
const costOf = (known: Known | 'many') => 5 + (known === 'many' ? 0 : known.ids.length)

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
  const horizon = BigInt(row.horizon)
  // Behind the address stands another cluster now, whose transactions have other numbers.
  if (before !== undefined && horizon < before.horizon) return findUnread(db, viewerId, onlyOpen, undefined)
  return { ids: row.ids, horizon }
}

/**
 * A dump carries `last_in_xid` into a cluster that counts its own transactions. What this one has not reached yet would be looked at
 * by every call (right, but slow), so of at most `limit` tickets it is brought down to the present, which is newer than any look
 * before; answers how many. What a statement sees of its own cluster is below `xmax`.
 */
export async function renumberRestored(db: Db, _now: Date, limit: number): Promise<number> {
  const renumbered = await db.execute(sql`
    update tickets set last_in_xid = default where id in (
      select id from tickets where last_in_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit ${limit})`)
  return renumbered.rowCount ?? 0
}
