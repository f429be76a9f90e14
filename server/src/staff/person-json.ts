import { type SQL, sql } from 'drizzle-orm'

/** What `personOf` makes, in SQL: a member of staff as JSON from the table alias given; null where an outer join found nobody. */
export function personJson(alias: string): SQL {
  const p = sql.identifier(alias)
  return sql`case when ${p}.id is not null then json_build_object('id', ${p}.id, 'line_user_id', ${p}.line_user_id,
    'display_name', ${p}.display_name, 'full_name', null, 'username', null, 'avatar_url', ${p}.picture_url) end`
}
