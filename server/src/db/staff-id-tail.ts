import { type SQL, sql } from 'drizzle-orm'

/** Names that look the same have the same key: the expression of the index `staff_name`. */
const nameKey = (alias: SQL) => sql`lower(btrim(${alias}.display_name))`

/**
 * The end of a person's LINE user id, as long as it takes to tell them from others of the same name; null when nobody else has it. A name
 * comes from LINE and is no identity.
 */
export function idTail(alias: string): SQL<string | null> {
  const p = sql.identifier(alias)
  const sharesEnd = (length: number) =>
    sql`bool_or(right(o.line_user_id, ${sql.raw(`${length}`)}) = right(${p}.line_user_id, ${sql.raw(`${length}`)}))`
  return sql`(select case when ${sharesEnd(8)} then ${p}.line_user_id when ${sharesEnd(4)} then right(${p}.line_user_id, 8)
      else right(${p}.line_user_id, 4) end
    from staff o where ${nameKey(sql`o`)} = ${nameKey(sql`${p}`)} and o.id <> ${p}.id having count(*) > 0)`
}
