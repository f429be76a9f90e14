import { type SQL, sql } from 'drizzle-orm'

/** Names that look the same have the same key: the expression of the index `staff_name`. */
const nameKey = (alias: SQL) => sql`lower(btrim(${alias}.display_name))`

/**
 * The end of a staff member's LINE user id, long enough to distinguish equal names; null for a unique name. Names come from LINE and
 * identify no one.
 */
export function idTail(alias: string): SQL<string | null> {
  const p = sql.identifier(alias)
  const sharesEnd = (length: number) =>
    sql`bool_or(right(o.line_user_id, ${sql.raw(`${length}`)}) = right(${p}.line_user_id, ${sql.raw(`${length}`)}))`
  return sql`(select case when ${sharesEnd(8)} then ${p}.line_user_id when ${sharesEnd(4)} then right(${p}.line_user_id, 8)
      else right(${p}.line_user_id, 4) end
    from staff o where ${nameKey(sql`o`)} = ${nameKey(sql`${p}`)} and o.id <> ${p}.id having count(*) > 0)`
}
