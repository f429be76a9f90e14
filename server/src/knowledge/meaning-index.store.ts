import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { type Db, inTransaction } from '../db/client.ts'

/** A pgvector index over the vectors of one model; `schema` is the schema of the pgvector extension. */
export interface MeaningIndex {
  schema: string
  model: string
  dimensions: number
}

/** Timeout in ms, after which a search uses only words. */
const WITHIN_MS = 1_000
/** Number of nearest vectors that pgvector collects before it continues the scan. */
const MAX_COLLECTED = 1_000

export interface Extension {
  /** Schema of the extension; null when the extension is available but not created. */
  schema: string | null
  version: string
}

export async function findExtension(db: Db): Promise<Extension | undefined> {
  const found = await db.execute<Extension & Record<string, unknown>>(sql`
    select e.extnamespace::regnamespace::text as schema, coalesce(e.extversion, a.default_version) as version
    from pg_available_extensions a left join pg_extension e on e.extname = a.name where a.name = 'vector'`)
  return found.rows[0]
}

export async function readDimensions(db: Db, model: string): Promise<number | undefined> {
  const found = await db.execute<{ bytes: number }>(sql`
    select octet_length(vector) as bytes from knowledge_vectors
    where model = ${model} and vector is not null and octet_length(vector) > 4 order by chunk_no limit 1`)
  const bytes = found.rows[0]?.bytes
  return bytes === undefined ? undefined : bytes - 4
}

export async function findMeaningIndex(db: Db, model: string): Promise<MeaningIndex | undefined> {
  const found = await db.execute<{ schema: string; dimensions: number }>(sql`
    select e.extnamespace::regnamespace::text as schema, substring(c.relname from '_([0-9]+)_')::int as dimensions
    from pg_class c join pg_index i on i.indexrelid = c.oid join pg_extension e on e.extname = 'vector'
    where i.indrelid = 'knowledge_vectors'::regclass and i.indisvalid and i.indisready
      and c.relname ~ ${`^knowledge_meaning_[0-9]+_${hashOf(model)}$`}
    order by c.relname limit 1`)
  const [row] = found.rows
  return row && { ...row, model }
}

export function indexNameOf({ model, dimensions }: MeaningIndex): string {
  return `knowledge_meaning_${dimensions}_${hashOf(model)}`
}

/** Vectors remain stored as bytes, so that a database without pgvector (a restored copy) lacks only the index. */
export function indexStatements(index: MeaningIndex): { function: string; index: string } {
  const { schema } = index
  return {
    function: `create or replace function knowledge_meaning(packed bytea) returns ${schema}.halfvec
      language sql immutable strict parallel safe as $$
        select array_agg(((get_byte(packed, at) + 128) % 256 - 128)::real)::${schema}.halfvec
        from generate_series(4, octet_length(packed) - 1) at $$`,
    index: `create index concurrently if not exists ${indexNameOf(index)} on knowledge_vectors
      using hnsw ((${meaningOf(index)}) ${schema}.halfvec_cosine_ops) where ${conditionOf(index)}`,
  }
}

/** Returns the nearest vectors, approximately in order. */
export async function readNearest(
  db: Db,
  index: MeaningIndex,
  question: Float32Array,
  limit: number,
  hidden: ReadonlySet<number>,
): Promise<{ no: number; bytes: Buffer }[]> {
  const { schema, dimensions } = index
  const halfvec = sql.raw(`${schema}.halfvec(${dimensions})`)
  const isShown: SQL =
    hidden.size === 0 ? sql`true` : sql`not (chunk_no = any(${sql.param([...hidden])}::int[]))`
  return inTransaction(db, async (tx) => {
    // The index returns the rows in order. Without this setting, the planner may decode and sort all vectors.
    await tx.execute(sql`
      select set_config('hnsw.ef_search', ${String(Math.min(limit, MAX_COLLECTED))}, true),
        set_config('hnsw.iterative_scan', 'strict_order', true), set_config('enable_sort', 'off', true),
        set_config('statement_timeout', ${String(WITHIN_MS)}, true)`)
    const found = await tx.execute<{ no: number; bytes: Buffer }>(sql`
      select chunk_no as no, vector as bytes from knowledge_vectors
      where ${sql.raw(conditionOf(index))} and ${isShown}
      order by ${sql.raw(meaningOf(index))} operator(${sql.raw(schema)}.<=>) ${`[${question.join(',')}]`}::${halfvec}
      limit ${limit}`)
    return found.rows
  })
}

function meaningOf({ schema, dimensions }: MeaningIndex): string {
  return `knowledge_meaning(vector)::${schema}.halfvec(${dimensions})`
}

/** Uses literals, because the planner cannot match a partial index with parameters. */
function conditionOf({ model, dimensions }: MeaningIndex): string {
  return `model = ${pg.escapeLiteral(model)} and octet_length(vector) = ${dimensions + 4}`
}

function hashOf(model: string): string {
  return createHash('sha256').update(model).digest('hex').slice(0, 12)
}
