import { type Column, type GetColumnData, is, type SQL, sql } from 'drizzle-orm'
import { PgTimestamp } from 'drizzle-orm/pg-core'

/** Columns and SQL expressions by field name. An expression declares its type: sql<number>`…`. */
type Fields = Readonly<Record<string, Column | SQL>>

type DataOf<Field> =
  Field extends SQL<infer Data> ? Data : Field extends Column ? GetColumnData<Field> : never

/** Type of a row returned by raw SQL, for which the driver does not parse timestamps. */
export type RowOf<F extends Fields> = {
  [Name in keyof F]: DataOf<F[Name]> extends Date | null
    ? Exclude<DataOf<F[Name]>, Date> | Date | string
    : DataOf<F[Name]>
}

type WireOf<F extends Fields> = {
  -readonly [Name in keyof F]: DataOf<F[Name]> extends Date | null
    ? Exclude<DataOf<F[Name]>, Date> | string
    : DataOf<F[Name]>
}

/** Returns a column of an outer join, whose value may be null. */
export function outer<C extends Column>(column: C): SQL<GetColumnData<C> | null> {
  return sql`${column}`
}

export function selectList(fields: Fields): SQL {
  const columns = Object.entries(fields).map(([name, field]) => sql`${field} as ${sql.identifier(name)}`)
  return sql.join(columns, sql`, `)
}

/** Returns a function that copies these fields from a row and formats timestamps as ISO 8601 in UTC. */
export function wireFields<F extends Fields>(fields: F): (row: RowOf<F>) => WireOf<F> {
  const isTimestamp = Object.entries(fields).map(([name, field]) => [name, is(field, PgTimestamp)] as const)
  return (row) =>
    Object.fromEntries(
      isTimestamp.map(([name, isTime]) => {
        const value = row[name]
        return [name, isTime && value !== null ? new Date(value as Date | string).toISOString() : value]
      }),
    ) as WireOf<F>
}
