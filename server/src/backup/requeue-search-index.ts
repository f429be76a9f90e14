import type pg from 'pg'

/** Queues every message for indexing, because the search index is not part of a backup. */
export async function requeueSearchIndex(client: pg.ClientBase): Promise<void> {
  await client.query('truncate message_search')
  await client.query(`
    insert into message_search_due (at, message_id)
    select sort_at, id from messages where text is not null and unsent_at is null
    on conflict do nothing`)
}
