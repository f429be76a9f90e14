import type { Db } from '../db/client.ts'

const PORTION = 10_000

/**
 * Quickly fills the database with tickets by SQL, for the given channels and staff. `openShare` is the fraction of open
 * tickets, a third of which need a reply. The rows are only for lists: they have no consistent history.
 */
export async function fillTickets(
  db: Db,
  fill: { count: number; channelKeys: string[]; staffIds: string[]; openShare: number },
): Promise<void> {
  const { count, channelKeys, staffIds, openShare } = fill
  const { $client: pool } = db
  // Inserts batches of rows, each in much less time than the statement timeout.
  for (let from = 1; from <= count; from += PORTION) {
    const to = Math.min(count, from + PORTION - 1)
    await pool.query(
      `insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, is_vip, profile_fetched_at)
     select channel_key, line_user_id, name, lower(name), 1, is_vip, now() from (select ($2::text[])[1 + n % cardinality($2::text[])] as channel_key, 'U' || md5(n::text) as line_user_id,
       (array['สมชาย','สมหญิง','กิตติ','พิมพ์ชนก','ณัฐวุฒิ','Somchai','100%','a_b','back\\slash'])[1 + n % 9] || ' ' || n as name, n % 20 = 0 as is_vip
     from generate_series($1::int, $3::int) n) c`,
      [from, channelKeys, to],
    )
    await pool.query(
      `insert into tickets (channel_key, customer_id, status, subject, priority, assignee_id, closed_by_id, opened_at,
       accepted_at, closed_at, last_activity_at, last_seq, last_in_seq, last_out_seq, in_count, waiting_since, version,
       last_message_direction, last_message_type, last_message_text, last_message_at)
     select c.channel_key, c.id, (case when open then 'OPEN' else 'CLOSED' end)::ticket_status,
       (array['ฝากเงินไม่สำเร็จ','ถอนเงินช้า','เข้าเว็บไซต์ไม่ได้','แอดมินตอบช้า','อื่นๆ'])[1 + n % 5],
       (case when c.is_vip then 'VIP' else 'NORMAL' end)::ticket_priority,
       case when n % 3 > 0 then ($1::uuid[])[1 + n % cardinality($1::uuid[])] end,
       case when not open then ($1::uuid[])[1 + n % cardinality($1::uuid[])] end,
       opened, case when n % 3 > 0 then opened + interval '1 minute' end,
       case when not open then opened + interval '1 hour' end, opened + n % 50 * interval '1 minute',
       5, case when n % 4 = 0 then 5 else 4 end, case when n % 4 = 0 then 3 else 5 end, 3,
       case when open and n % 4 = 0 then opened + n % 7 * interval '1 minute' end, 3,
       'IN', 'text', 'ข้อความล่าสุด', opened
     from (
       select c.*, n % 1000 < $2::float8 * 1000 as open,
         now() - (n::bigint * 7919 % 1000003) * interval '1 minute' as opened
       from (select c.*, n from generate_series($3::int, $4::int) n join customers c on c.line_user_id = 'U' || md5(n::text)) c) c`,
      [staffIds, openShare, from, to],
    )
  }
  await fillReads(db, staffIds[0])
}

/** Marks half of the tickets that need a reply as read, but only by this staff member. */
export async function fillReads({ $client: pool }: Db, staffId: string | undefined): Promise<void> {
  await pool.query('delete from ticket_reads')
  await pool.query(
    `insert into ticket_reads (ticket_id, staff_id, seq)
     select id, $1, 5 from tickets where waiting_since is not null and hashtext(id::text) % 2 = 0`,
    [staffId],
  )
}
