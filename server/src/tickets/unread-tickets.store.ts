import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

export function isUnreadBy(viewerId: string): SQL {
  return sql`t.last_in_seq > coalesce((select r.seq from ticket_reads r
    where r.ticket_id = t.id and r.staff_id = ${viewerId}::uuid), 0)`
}

/** Returns a subquery for the unread tickets that match `fits`. `offset 0` prevents a scan in list order. */
export function joinUnread(viewerId: string, fits: SQL): SQL {
  return sql`(select t.* from tickets t left join ticket_reads r on r.ticket_id = t.id and r.staff_id = ${viewerId}::uuid
    where ${fits} and t.last_in_seq > coalesce(r.seq, 0) offset 0)`
}

/** Number of unread tickets above which a page of unread tickets is soon found in list order. */
export const MAX_FEW_UNREAD = 1_000
/** Time in ms for which the result 'many' is cached; short, because most of the tickets may be read soon. */
const MANY_CACHE_MS = 5_000
/** Time in ms for which ids are cached. Each request updates them; they expire in case rows were changed by hand. */
const IDS_CACHE_MS = 600_000
/** Maximum number of cached ids (16 MB): enough for a thousand staff members with two lists of 125 tickets. */
const MAX_CACHED_IDS = 250_000

/** Ids of all unread tickets in a database snapshot for which every transaction before `horizon` had ended. */
interface Snapshot {
  ids: readonly string[]
  /** Transaction id of PostgreSQL (`xid8`). */
  horizon: bigint
}

interface CachedIds {
  known: Snapshot | 'many'
  until: number
}

const sinceStart = (): number => performance.now()

/**
 * Caches the ids of a person's unread tickets, because scanning a list of 20,000 tickets for thirty unread ones is
 * slow. Each request checks only the cached tickets and those with newer messages, because no other ticket can become
 * unread. Transaction ids (`tickets.last_in_xid` and PostgreSQL's snapshots) and not a clock decide which messages are
 * newer, so that a transaction that commits late is not missed.
 */
export class UnreadTickets {
  /** Cache entries; the least recently requested is first. */
  private readonly cached = new Map<string, CachedIds>()
  private cachedIds = 0
  private readonly finding = new Map<string, Promise<void>>()
  private readonly db: Db
  private readonly now: () => number
  private readonly maxCachedIds: number

  constructor(db: Db, now = sinceStart, maxCachedIds = MAX_CACHED_IDS) {
    this.db = db
    this.now = now
    this.maxCachedIds = maxCachedIds
  }

  /** Returns the ids of unread tickets; undefined when there are too many to cache. */
  async of(viewerId: string, status: 'OPEN' | 'CLOSED' | undefined): Promise<readonly string[] | undefined> {
    const onlyOpen = status === 'OPEN'
    const key = `${viewerId} ${onlyOpen}`
    for (;;) {
      const before = this.fresh(key)
      if (before?.known === 'many') return undefined
      if (before !== undefined) {
        const known = await findUnread(this.db, viewerId, onlyOpen, before.known)
        this.cache(key, known, before.until)
        return idsOf(known)
      }
      // Concurrent requests share one scan, because a scan reads every ticket.
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
    const cached = found.then((known) => this.cache(key, known, this.now() + IDS_CACHE_MS))
    this.finding.set(key, cached)
    await cached.finally(() => this.finding.delete(key))
    return idsOf(await found)
  }

  private fresh(key: string): CachedIds | undefined {
    const cached = this.cached.get(key)
    return cached !== undefined && this.now() < cached.until ? cached : undefined
  }

  private cache(key: string, known: Snapshot | 'many', until: number): void {
    this.forget(key)
    this.cached.set(key, known === 'many' ? { known, until: this.now() + MANY_CACHE_MS } : { known, until })
    this.cachedIds += costOf(known)
    for (const oldest of this.cached.keys()) {
      if (this.cachedIds <= this.maxCachedIds) return
      this.forget(oldest)
    }
  }

  private forget(key: string): void {
    const cached = this.cached.get(key)
    if (cached === undefined) return
    this.cached.delete(key)
    this.cachedIds -= costOf(cached.known)
  }
}

const idsOf = (known: Snapshot | 'many') => (known === 'many' ? undefined : known.ids)

/** Returns the size of a cache entry as a number of ids; the entry itself is as large as five ids. */
const costOf = (known: Snapshot | 'many') => 5 + (known === 'many' ? 0 : known.ids.length)

async function findUnread(
  db: Db,
  viewerId: string,
  onlyOpen: boolean,
  before: Snapshot | undefined,
): Promise<Snapshot | 'many'> {
  const status = onlyOpen ? sql`t.status = 'OPEN'` : sql`true`
  const candidates =
    before === undefined
      ? sql`tickets t`
      : sql`(select unnest(${sql.param(before.ids)}::uuid[]) as id
          union select id from tickets where last_in_xid >= ${before.horizon}::bigint) c join tickets t on t.id = c.id`
  // A single SQL statement reads the horizon and the tickets, so that both are of the same snapshot.
  const found = await db.execute<{ ids: string[]; horizon: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      array(select t.id::text from ${candidates} where ${status} and ${isUnreadBy(viewerId)} limit ${MAX_FEW_UNREAD + 1}) as ids`)
  const [row] = found.rows
  if (row === undefined || row.ids.length > MAX_FEW_UNREAD) return 'many'
  const horizon = BigInt(row.horizon)
  // A lower horizon means that this is another database cluster with other ids, so all tickets are scanned again.
  if (before !== undefined && horizon < before.horizon) return findUnread(db, viewerId, onlyOpen, undefined)
  return { ids: row.ids, horizon }
}

/**
 * Gives restored tickets new transaction ids. In another cluster they may have ids that this cluster has not reached,
 * and every request would check such tickets (correct, but slow).
 */
export async function renumberRestored(db: Db, _now: Date, limit: number): Promise<number> {
  const renumbered = await db.execute(sql`
    update tickets set last_in_xid = default where id in (
      select id from tickets where last_in_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit ${limit})`)
  return renumbered.rowCount ?? 0
}
