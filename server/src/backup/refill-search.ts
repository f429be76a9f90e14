import type pg from 'pg'

/**
 * Queues all messages for the search index, which is not part of a backup. Does nothing when the schema has no search
 * queue.
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
