import { type SQL, sql } from 'drizzle-orm'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Db, Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

export type SuggestionRow = Omit<Suggestion, 'can_edit'> & {
  /** Number of uses, including those not yet added to the database column. */
  use_count: number
}

// Read in one SQL statement and thus one snapshot, so that a use that is being added to `use_count` is counted once.
const COLUMNS = sql`s.id, s.text, s.image_url, s.channel_key, (s.use_count +
  (select count(*) from suggestion_uses u where u.suggestion_id = s.id))::int as use_count`

const ORDER = sql`s.position, s.created_at, s.id`

export async function listSuggestions(db: Db, scope: ChannelScope): Promise<SuggestionRow[]> {
  const found = await db.execute<SuggestionRow>(sql`
    select ${COLUMNS} from suggestions s
    where s.channel_key is null or ${scope.condition(sql`s.channel_key`)}
    order by s.channel_key nulls last, ${ORDER}`)
  return found.rows
}

export async function findSuggestion(db: Db | Tx, id: string): Promise<SuggestionRow | undefined> {
  const found = await db.execute<SuggestionRow>(
    sql`select ${COLUMNS} from suggestions s where s.id = ${id}::uuid`,
  )
  return found.rows[0]
}

/** Locks the order of a channel's suggestions until the transaction ends; null locks that of the shared suggestions. */
export async function lockOrder(tx: Tx, channelKey: string | null): Promise<void> {
  const name = `suggestions of ${channelKey === null ? 'all' : `channel ${channelKey}`}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Returns suggestion ids in their order. Call `lockOrder` first. */
export async function orderOf(tx: Tx, channelKey: string | null): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(
    sql`select s.id from suggestions s where ${ofChannel(channelKey)} order by ${ORDER}`,
  )
  return found.rows.map(({ id }) => id)
}

export async function writePositions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update suggestions s set position = place.n
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as place (id, n)
    where s.id = place.id and s.position <> place.n`)
}

export interface NewSuggestion {
  text: string | null
  imageUrl: string | null
  channelKey: string | null
  staffId: string
}

/** Adds a suggestion at the end. Call `lockOrder` first. */
export async function addSuggestion(tx: Tx, suggestion: NewSuggestion, now: Date): Promise<string> {
  const { text, imageUrl, channelKey, staffId } = suggestion
  const at = now.toISOString()
  const made = await tx.execute<{ id: string }>(sql`
    insert into suggestions (text, image_url, channel_key, created_by_id, updated_by_id, created_at, updated_at, position)
    select ${text}, ${imageUrl}, ${channelKey}, ${staffId}::uuid, ${staffId}::uuid, ${at}::timestamptz, ${at}::timestamptz,
      1 + coalesce((select max(s.position) from suggestions s where ${ofChannel(channelKey)}), 0)
    returning id`)
  const [row] = made.rows
  if (row === undefined) throw new Error('no suggestion was inserted')
  return row.id
}

export interface SuggestionEdit {
  text: string | null
  imageUrl: string | null
  /** Expected current text of the suggestion; null skips this check. */
  was: string | null
  staffId: string
}

/** Null fields stay unchanged. Returns false when the suggestion was removed or has another text than expected. */
export async function changeSuggestion(
  db: Db,
  id: string,
  edit: SuggestionEdit,
  now: Date,
): Promise<boolean> {
  const changed = await db.execute(sql`
    update suggestions set text = coalesce(${edit.text}, text), image_url = coalesce(${edit.imageUrl}, image_url),
      updated_by_id = ${edit.staffId}::uuid, updated_at = ${now.toISOString()}::timestamptz
    where id = ${id}::uuid and (${edit.was}::text is null or text = ${edit.was})`)
  return changed.rowCount === 1
}

export async function removeSuggestion(tx: Tx, id: string): Promise<boolean> {
  const removed = await tx.execute(sql`delete from suggestions where id = ${id}::uuid`)
  await tx.execute(sql`delete from suggestion_uses where suggestion_id = ${id}::uuid`)
  return removed.rowCount === 1
}

export async function isConnected(tx: Tx, channelKey: string): Promise<boolean> {
  const found = await tx.execute(
    sql`select 1 from channels where key = ${channelKey} and removed_at is null for key share`,
  )
  return found.rows.length > 0
}

function ofChannel(channelKey: string | null): SQL {
  return channelKey === null ? sql`s.channel_key is null` : sql`s.channel_key = ${channelKey}`
}
