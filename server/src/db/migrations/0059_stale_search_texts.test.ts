import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/thai-text.ts'
import { expect, test } from 'vitest'
import { normalizeNames } from '../../line/customer.store.ts'
import { foldMessages } from '../../search/fold.store.ts'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('normalises names and messages of version 1 again, also after an interruption, and leaves newer ones', async () => {
  const database = await createDatabaseAt('0058_customer_media_days')
  const { owner, db } = database
  const rows = async (query: string) => (await owner.query(query)).rows
  try {
    await owner.query(`
      insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version)
      select 'main', 'C' || n, 'ร้าน 081-234-' || (5000 + n), 'ร้าน 081-234-' || (5000 + n), 1 from generate_series(1, 6000) n;
      insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version) values
        ('main', 'current', 'ร้าน', 'of version 2', 2), ('main', 'unnamed', null, '', 0)`)
    await addAnsweredTicket(owner, 6_000)
    await owner.query(`update messages set text = 'ยอด 12,345 บาท ' || seq where seq % 3 > 0`)
    const fold = async () => {
      while ((await foldMessages(db, 700)) > 0);
    }
    await fold()
    await owner.query(`
      update message_search set norm_version = 1, norm = 'of version 1';
      update message_search s set norm_version = 2, norm = 'of version 2' from messages m where m.id = s.message_id and m.seq = 1`)

    for (const run of ['first', 'interrupted']) {
      await database.migrate({ until: '0059_stale_search_texts' })
      expect(await rows('select count(*)::int as due from message_search_due'), run).toEqual([{ due: 3_999 }])
      await owner.query(
        'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
      )
    }
    expect(
      await rows(`select count(*)::int as found from message_search where norm = 'of version 1'`),
    ).toEqual([{ found: 3_999 }])

    await fold()
    while ((await normalizeNames(db, new Date(), 1_000)) > 0);
    expect(
      await rows('select norm_version, count(*)::int from message_search group by 1 order by 1'),
    ).toEqual([{ norm_version: SEARCH_NORM_VERSION, count: 4_000 }])
    expect(
      await rows(
        'select m.text, s.norm from message_search s join messages m on m.id = s.message_id where m.seq in (1, 2) order by m.seq',
      ),
    ).toEqual([
      { text: 'ยอด 12,345 บาท 1', norm: 'of version 2' },
      { text: 'ยอด 12,345 บาท 2', norm: normalizeForSearch('ยอด 12,345 บาท 2') },
    ])
    expect(
      await rows(
        `select line_user_id as id, name_norm, name_norm_version as version from customers
         where line_user_id in ('C1', 'C6000', 'current', 'unnamed') order by line_user_id collate "C"`,
      ),
    ).toEqual([
      { id: 'C1', name_norm: normalizeForSearch('ร้าน 081-234-5001'), version: SEARCH_NORM_VERSION },
      { id: 'C6000', name_norm: normalizeForSearch('ร้าน 081-234-11000'), version: SEARCH_NORM_VERSION },
      { id: 'current', name_norm: 'of version 2', version: SEARCH_NORM_VERSION },
      { id: 'unnamed', name_norm: '', version: 0 },
    ])
  } finally {
    await database.drop()
  }
})
