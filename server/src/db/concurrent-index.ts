import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Statement timeout in ms: building a concurrent index on a large table takes long but blocks no other statement. */
const INDEX_TIMEOUT_MS = 3_600_000
const LOCK_TRIES = 120
const RETRY_MS = 1_000
/** PostgreSQL error codes for lock timeout and deadlock. */
const LOCK_ERRORS = new Set(['55P03', '40P01'])

/** Creates or drops an index. An interrupted build leaves an invalid index, which is dropped before the next try. */
export async function changeIndex(client: pg.Client, statement: string, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string; lock: string }>(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  )
  const setTimeouts = (statement: string, lock: string) =>
    client.query(`select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)`, [
      statement,
      lock,
    ])
  await setTimeouts(String(INDEX_TIMEOUT_MS), '0')
  try {
    await withRetries(async () => {
      const broken = await client.query(
        `select from pg_index i join pg_class c on c.oid = i.indexrelid
         where c.relname = $1 and c.relnamespace = current_schema()::regnamespace and not i.indisvalid`,
        [name],
      )
      if (broken.rowCount)
        await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(name)}`)
      await client.query(statement)
    })
  } finally {
    await setTimeouts(rows[0]?.statement ?? '0', rows[0]?.lock ?? '0').catch(() => {})
  }
}

export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt === LOCK_TRIES || !LOCK_ERRORS.has(code ?? '')) throw error
      await pause(RETRY_MS * (0.5 + Math.random()))
    }
  }
}
