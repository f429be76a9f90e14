import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

export const MIGRATIONS_DIR = resolve(import.meta.dirname, 'migrations')

/** First line of a migration whose statements are committed one by one. */
const ONE_BY_ONE = '-- no transaction'
/** First line of a statement that processes one batch and is repeated until it returns no row. */
const BATCHES = '-- in batches'

interface MigrationStatement {
  sql: string
  inBatches: boolean
  concurrentIndex: string | undefined
}

export interface Migration {
  tag: string
  /** Time in ms when the migration was created, which identifies it in a database. */
  when: number
  hash: string
  transactional: boolean
  statements: MigrationStatement[]
}

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

/** Returns all migrations. Throws when a file is missing, or when an interrupted migration could not be repeated. */
export function readMigrations(dir = MIGRATIONS_DIR): Migration[] {
  const journal = Journal.parse(JSON.parse(readFileSync(join(dir, 'meta/_journal.json'), 'utf8')))
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(dir, `${tag}.sql`), 'utf8')
    const transactional = !text.startsWith(ONE_BY_ONE)
    const statements = text
      .split('--> statement-breakpoint')
      .map((each) => each.replace(ONE_BY_ONE, '').trim())
      .map((each) => statementOf(each, tag, transactional))
      .filter(({ sql }) => sql !== '')
    return { tag, when, hash: createHash('sha256').update(text).digest('hex'), transactional, statements }
  })
}

const CONCURRENT_INDEX =
  /^(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\s+(if\s+(?:not\s+)?exists\s+)?(?:"([^"]+)"|(\w+))(?=\s+on\b|\s*;?\s*$)/i

function statementOf(text: string, tag: string, transactional: boolean): MigrationStatement {
  const inBatches = text.startsWith(BATCHES)
  const sql = text.replace(/^(\s*--[^\n]*\n)+/, '').trim()
  const [isConcurrent, isRepeatable, quoted, plain] = CONCURRENT_INDEX.exec(sql) ?? []
  if (transactional && (inBatches || /\bconcurrently\b/i.test(sql))) {
    throw new Error(`${tag}: batches and concurrent indexes require the first line "${ONE_BY_ONE}"`)
  }
  if (isConcurrent !== undefined && isRepeatable === undefined) {
    throw new Error(
      `${tag}: a concurrent index must be created "if not exists" and dropped "if exists", because the statement may run again`,
    )
  }
  return { sql, inBatches, concurrentIndex: quoted ?? plain }
}
