import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { BLOCK_SIZE } from './search-index-format.ts'

const LEASE = '90 seconds'

/** Retry interval for texts that the embedding server refused. */
const REFUSED_RETRY_INTERVAL = '1 day'
/** Time since the last change of an entry after which its refused texts are not tried again. */
const REFUSED_RETRY_PERIOD = '7 days'

export interface DueChunk {
  no: number
  content: string
}

/** Claims chunks without a vector. Chunks that another model refused are claimed without delay. */
export async function claimChunks(db: Db, model: string, owner: string, limit: number): Promise<DueChunk[]> {
  const found = await db.execute<DueChunk & Record<string, unknown>>(sql`
    with fresh as (
      select c.no, c.heading || ${'\n'} || c.content as content from knowledge_chunks c
      where not exists (select from knowledge_vectors v where v.chunk_no = c.no and v.model = ${model} and v.vector is not null)
        and not exists (select from knowledge_vectors v where v.chunk_no = c.no and v.leased_until >= now()
          and (v.vector is null or v.model = ${model}))
      order by c.no limit ${limit} for update of c skip locked
    ), again as (
      select c.no, c.heading || ${'\n'} || c.content as content
      from knowledge_vectors v join knowledge_chunks c on c.no = v.chunk_no join knowledge_entries e on e.id = c.entry_id
      where v.leased_until < now() and v.model = ${model} and octet_length(v.vector) = 0
        and e.updated_at > now() - ${REFUSED_RETRY_PERIOD}::interval
      order by c.no limit ${limit} for update of c skip locked
    ), due as (select * from fresh union all select * from again limit ${limit}), taken as (
      insert into knowledge_vectors as v (chunk_no, model, lease_owner, leased_until)
      select no, ${model}, ${owner}::uuid, now() + ${LEASE}::interval from due
      on conflict (chunk_no) do update set model = excluded.model, vector = null, lease_owner = excluded.lease_owner,
        leased_until = excluded.leased_until
        where (v.vector is null or v.model <> excluded.model or octet_length(v.vector) = 0)
          and (coalesce(v.leased_until < now(), true) or (v.vector is not null and v.model <> excluded.model))
      returning chunk_no
    )
    select due.no, due.content from due join taken on taken.chunk_no = due.no order by due.no`)
  return found.rows
}

/** Counts texts that any model refused. */
export async function countRefused(db: Db): Promise<number> {
  const found = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from knowledge_vectors where leased_until is not null and octet_length(vector) = 0`)
  return found.rows[0]?.count ?? 0
}

/** Returns values that show whether chunks may need vectors; `isLeased` includes chunks that wait for a retry. */
export async function readVectorState(db: Db): Promise<{ log: number; isLeased: boolean }> {
  const found = await db.execute<{ log: number; is_leased: boolean }>(sql`
    select coalesce((select max(no) from knowledge_logs), 0) as log,
      exists (select from knowledge_vectors where leased_until is not null and vector is null) as is_leased`)
  const [row] = found.rows
  return { log: row?.log ?? 0, isLeased: row?.is_leased ?? false }
}

/** Skips deleted chunks and expired leases, and does not wait for chunks that are being removed. */
export async function storeVectors(
  db: Db,
  model: string,
  owner: string,
  vectors: readonly { no: number; bytes: Buffer }[],
): Promise<void> {
  await db.execute(sql`
    with given as (
      select * from unnest(${sql.param(vectors.map(({ no }) => no))}::int[],
        ${sql.param(vectors.map(({ bytes }) => bytes))}::bytea[]) as given (no, vector)
    ), owned as (${lockOwnedRows(
      owner,
      vectors.map(({ no }) => no),
    )})
    update knowledge_vectors v set vector = given.vector, lease_owner = null,
      leased_until = case when octet_length(given.vector) = 0 then now() + ${REFUSED_RETRY_INTERVAL}::interval end
    from owned join given on given.no = owned.chunk_no
    where v.chunk_no = owned.chunk_no and v.model = ${model}`)
}

export async function releaseChunks(
  db: Db,
  owner: string,
  nos: readonly number[],
  afterSecs: number,
): Promise<void> {
  await db.execute(sql`
    with owned as (${lockOwnedRows(owner, nos)})
    update knowledge_vectors v set lease_owner = null, leased_until = now() + make_interval(secs => ${afterSecs})
    from owned where v.chunk_no = owned.chunk_no`)
}

/** Skips locked rows, because concurrent removals lock in another order. */
function lockOwnedRows(owner: string, nos: readonly number[]): SQL {
  return sql`select chunk_no from knowledge_vectors
    where chunk_no = any(${sql.param(nos)}::int[]) and lease_owner = ${owner}::uuid order by chunk_no for update skip locked`
}

/** Signatures of blocks have only the count and the sum of chunk numbers, because a chunk's vector never changes. */
export async function readSignatures(db: Db, model: string): Promise<Map<number, string>> {
  const found = await db.execute<{ block: number; signature: string }>(sql`
    select chunk_no / ${BLOCK_SIZE}::int as block, count(*) || ' ' || sum(chunk_no) as signature from knowledge_vectors
    where model = ${model} and vector is not null group by 1`)
  return new Map(found.rows.map(({ block, signature }) => [block, signature]))
}

export async function readVectors(db: Db, model: string, block: number) {
  const first = block * BLOCK_SIZE
  const found = await db.execute<{ no: number; bytes: Buffer }>(sql`
    select chunk_no as no, vector as bytes from knowledge_vectors
    where model = ${model} and octet_length(vector) > 0 and chunk_no >= ${first} and chunk_no < ${first + BLOCK_SIZE}
    order by chunk_no`)
  return found.rows
}
