import pg from 'pg'

export interface Table {
  name: string
  /** Names of the columns, except generated columns. */
  columns: string[]
}

/** Settings on which COPY's text format depends, the same for backup and restore. No timeouts: tables may be large. */
export const COPY_SETTINGS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8';
  set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set extra_float_digits = 3;
  set bytea_output = 'hex'`

/** Lists referenced tables first. Excludes the partitioned `message_search`, which is rebuilt from messages. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const tables = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  const references = await client.query<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`)
  return inOrder(tables.rows, references.rows)
}

function inOrder(tables: Table[], references: { from: string; to: string }[]): Table[] {
  const ordered: Table[] = []
  let left = tables
  while (left.length > 0) {
    const isLeft = new Set(left.map(({ name }) => name))
    const isBlocked = ({ name }: Table) => references.some(({ from, to }) => from === name && isLeft.has(to))
    const free = left.filter((table) => !isBlocked(table))
    if (free.length === 0) throw new Error(`tables refer to each other in a cycle: ${[...isLeft].join(', ')}`)
    ordered.push(...free)
    left = left.filter(isBlocked)
  }
  return ordered
}

export function quoted(names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}
