import pg from 'pg'
import { connectionOptions, type DatabaseAddress } from './client.ts'

const WITHIN_MS = 10_000

/** Returns false when a pooler assigns connections per transaction or statement, which breaks advisory locks. */
export async function hasSessions(address: DatabaseAddress): Promise<boolean> {
  const [one, other] = [newClient(address), newClient(address)]
  try {
    await one.connect()
    const pid = await pidOf(one)
    await other.connect()
    await other.query('begin')
    if ((await pidOf(other)) === pid) return false
    return (await pidOf(one)) === pid
  } catch (error) {
    // pgbouncer refuses `begin` with "transaction blocks not allowed in statement pooling mode".
    if (/pooling mode/.test(String(error))) return false
    throw error
  } finally {
    await Promise.all([one.end().catch(() => {}), other.end().catch(() => {})])
  }
}

function newClient(address: DatabaseAddress): pg.Client {
  const client = new pg.Client({
    ...connectionOptions(address),
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  })
  client.on('error', () => {})
  return client
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
