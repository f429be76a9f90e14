import type pg from 'pg'

/**
 * What messages are searched by is no part of a backup: all of them are noted for the fold, as a migration does with those of earlier
 * releases. Nothing is done to a schema that has no such search.
 */
export async function refillSearch(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('public.message_search_due') is not null as is`,
  )
  if (!rows[0]?.is) return
  await client.query('truncate message_search')
  await client.query(`
    insert into message_search_due (at, message_id)
    select coalesce(sort_at, created_at), id from messages where text is not null and unsent_at is null
    on conflict do nothing`)
}
