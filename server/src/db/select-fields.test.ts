import { sql } from 'drizzle-orm'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import { expect, expectTypeOf, test } from 'vitest'
import { tickets } from './schema.ts'
import { type RowOf, selectList, wireFields } from './select-fields.ts'

const t = alias(tickets, 't')
const FIELDS = {
  id: t.id,
  opened: t.openedAt,
  closed: t.closedAt,
  is_late: sql<boolean>`t.version > ${3}`,
}

test('selectList() selects columns and SQL expressions by field name', () => {
  expect(new PgDialect().sqlToQuery(selectList(FIELDS))).toMatchObject({
    sql: '"t"."id" as "id", "t"."opened_at" as "opened", "t"."closed_at" as "closed", t.version > $1 as "is_late"',
    params: [3],
  })
})

test('rows of selected fields have the types of the schema', () => {
  expectTypeOf<RowOf<typeof FIELDS>>().toEqualTypeOf<{
    id: string
    opened: string | Date
    closed: string | Date | null
    is_late: boolean
  }>()
})

test('wireFields formats timestamps and omits other fields of the row', () => {
  const row = { id: 'a', opened: '2026-05-01 10:00:00.5+07', closed: null, is_late: true, other: 1 }
  expect(wireFields(FIELDS)(row)).toEqual({
    id: 'a',
    opened: '2026-05-01T03:00:00.500Z',
    closed: null,
    is_late: true,
  })
})
