import type pg from 'pg'

type Queryable = Pick<pg.Pool, 'query'>

/** Inserts channel `main`, staff member `S`, and customer `U1` with a ticket of this many messages (seq 1, 2 …). */
export async function addTicketRows(db: Queryable, messages: number): Promise<void> {
  await db.query(`
    insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'Ubot', '', '');
    insert into staff (line_user_id, display_name) values ('S', 'เอ');
    insert into customers (channel_key, line_user_id) values ('main', 'U1');
    insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
      select 'main', id, 'อื่นๆ', now(), now() from customers`)
  await db.query(
    `with ticket as (update tickets set last_seq = $1, revision = $1 returning id)
     insert into messages (ticket_id, channel_key, seq, revision, direction, kind, text, event_time)
     select id, 'main', n, n, 'IN', 'text', 'ข้อความ ' || n, now() from ticket, generate_series(1, $1::int) n`,
    [messages],
  )
}
