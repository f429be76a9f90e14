import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db, Tx } from './client.ts'

const dialect = new PgDialect()

/**
 * Runs a prepared statement, for SQL that takes longer to plan than to execute. The statement is sent before the
 * function returns, so that several statements under `allOf` in a transaction run in order. Each `name` identifies one
 * SQL text. PostgreSQL reuses a generic plan only when it expects no higher cost, so write `= $1` for one row instead
 * of `= any($1)`.
 */
export async function executePrepared<Row extends Record<string, unknown>>(
  db: Db | Tx,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const query = db._.session.prepareQuery(dialect.sqlToQuery(statement), undefined, name, false)
  const found = (await query.execute()) as pg.QueryResult<Row>
  return found.rows
}

/**
 * Like `Promise.all`, but waits for all promises even when one rejects, so that a transaction does not end before all
 * statements were sent. Throws the first error in list order, because later errors result from it.
 */
export async function allOf<Works extends readonly Promise<unknown>[]>(
  works: readonly [...Works],
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works)
  for (const work of works) await work
  return Promise.all(works)
}
