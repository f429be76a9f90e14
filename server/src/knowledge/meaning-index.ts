import { Socket } from 'node:net'
import pg from 'pg'
import { connectionOptions, type DatabaseAddress } from '../db/client.ts'
import { changeIndex } from '../db/concurrent-index.ts'
import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import {
  type Extension,
  findExtension,
  findMeaningIndex,
  indexNameOf,
  indexStatements,
  type MeaningIndex,
  readDimensions,
} from './meaning-index.store.ts'

const POLL_MS = 60_000
/** Time in ms before a failed build is repeated: an administrator must first grant a right or free disk space. */
const RETRY_MS = 3_600_000
/** Time in ms before a build that PostgreSQL canceled at its time limit is repeated: it would probably fail again. */
const LONG_RETRY_MS = 24 * RETRY_MS
const QUERY_CANCELED = '57014'
/** Minimum minor version of pgvector, the first with iterative scans. */
const LEAST_VERSION = 8
/** Maximum number of dimensions that a pgvector index supports. */
const MAX_DIMENSIONS = 4_000
const BUILD_MEMORY = '256MB'
/** Advisory lock that lets only one server build the index. */
const BUILD_LOCK = 8_080_327

/** `owner` is the schema owner's connection URL, or null for the embedded database, which has no pgvector. */
export function startMeaningIndex(
  { db, config, log, availability }: Pick<ServerContext, 'db' | 'config' | 'log' | 'availability'>,
  owner: DatabaseAddress | null,
  pollMs = POLL_MS,
): Projector | null {
  const { embedding } = config.knowledge
  if (embedding === null || owner === null) return null
  const { model } = embedding
  const reported = new Set<string>()
  const notify = (why: string) => {
    if (!reported.has(why)) log.info({ why }, 'vectors of the knowledge base are searched in memory')
    reported.add(why)
  }
  let socket: Socket | undefined
  let isEnded = false
  let retryAt = Number.NEGATIVE_INFINITY
  const project = startProjector({
    projectBatch: async () => {
      const dimensions = performance.now() < retryAt ? undefined : await readDimensions(db, model)
      if (dimensions === undefined || (await findMeaningIndex(db, model)) !== undefined) return 0
      const extension = await findExtension(db)
      if (extension === undefined) notify('the database has no pgvector extension')
      else if (!isUsable(extension.version))
        notify(`pgvector ${extension.version} is older than 0.${LEAST_VERSION}`)
      else if (dimensions > MAX_DIMENSIONS) notify(`pgvector cannot index ${dimensions} dimensions`)
      else {
        socket = new Socket()
        const isBuilt = await build(owner, socket, { schema: extension.schema, model, dimensions }).catch(
          (error: unknown) => {
            retryAt = performance.now() + retryDelayMs(error)
            throw error
          },
        )
        if (isBuilt) log.info({ model, dimensions }, 'vectors of the knowledge base are searched by pgvector')
      }
      return 0
    },
    batchSize: 1,
    pollMs,
    onError: (error) => {
      if (!isEnded) availability.warn(error, 'vectors of the knowledge base are not searched by pgvector')
    },
  })
  return {
    /** Ends the connection. PostgreSQL may continue the build; the next check rebuilds an incomplete index. */
    stop: () => {
      isEnded = true
      socket?.destroy()
      return project.stop()
    },
  }
}

function retryDelayMs(error: unknown): number {
  return error instanceof pg.DatabaseError && error.code === QUERY_CANCELED ? LONG_RETRY_MS : RETRY_MS
}

function isUsable(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 0 || minor >= LEAST_VERSION
}

/** Returns false when another server is building the index. Creates the extension when its `schema` is null. */
async function build(
  owner: DatabaseAddress,
  socket: Socket,
  { schema, ...index }: Omit<MeaningIndex, 'schema'> & Pick<Extension, 'schema'>,
): Promise<boolean> {
  const client = new pg.Client({
    ...connectionOptions(owner),
    application_name: 'oa-desk index of vectors',
    connectionTimeoutMillis: 10_000,
    stream: () => socket,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Sets timeouts after connecting, because connection poolers reject startup parameters.
    await client.query('set statement_timeout = 10000; set lock_timeout = 1000')
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      BUILD_LOCK,
    ])
    if (!lock.rows[0]?.mine) return false
    if (schema === null) await client.query('create extension if not exists vector')
    const location = await client.query<{ schema: string }>(
      `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'vector'`,
    )
    await buildIndex(client, { schema: location.rows[0]?.schema ?? 'public', ...index })
    return true
  } finally {
    socket.destroy()
  }
}

async function buildIndex(client: pg.Client, index: MeaningIndex): Promise<void> {
  const statements = indexStatements(index)
  await client.query(statements.function)
  await client.query(`set maintenance_work_mem = '${BUILD_MEMORY}'`)
  const name = indexNameOf(index)
  await changeIndex(client, statements.index, name)
  const others = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
     where i.indrelid = 'knowledge_vectors'::regclass and c.relname ~ '^knowledge_meaning_' and c.relname <> $1`,
    [name],
  )
  for (const other of others.rows)
    await changeIndex(
      client,
      `drop index concurrently if exists ${pg.escapeIdentifier(other.name)}`,
      other.name,
    )
}
