import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSession } from '../../sessions/session.store.ts'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
beforeEach(async () => {
  database = await createDatabaseAt('0014_profile_due')
})
afterEach(() => database.drop())

test('sessions of the release before go on, each with an id of its own, and it may open more', async () => {
  const open = (token: string) =>
    database.owner.query(
      `insert into sessions (token_hash, staff_id, expires_at)
       select $1, id, now() + interval '1 day' from staff`,
      [token],
    )
  await database.owner.query(
    `insert into staff (line_user_id, display_name, status, all_channels) values ('U', 'a', 'APPROVED', true)`,
  )
  await open('one')
  await open('two')
  await database.migrate({ until: '0015_sessions_and_security_events' })
  await open('three')
  const { rows } = await database.owner.query<{ id: string; user_agent: string | null }>(
    'select id, user_agent from sessions',
  )
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  expect(rows.map((row) => row.user_agent)).toEqual([null, null, null])
  await database.migrate()
  expect(await findSession(database.db, 'one', new Date())).toMatchObject({ status: 'APPROVED' })
})

test('security events are added and read; nobody changes them; refused sign-ins are removed after 30 days, others after 400', async () => {
  await database.migrate()
  const { owner, db } = database
  const asDesk = (text: string) => db.$client.query(text)
  const add = (days: number) =>
    `insert into security_events (kind, detail, at) values ('signed_in', '{}', now() - interval '${days} days')`
  await asDesk(add(0))
  await asDesk(add(399))
  await asDesk(add(401))
  await asDesk(add(500))
  const refused = (days: number) => add(days).replace('signed_in', 'sign_in_refused')
  await asDesk(refused(29))
  await asDesk(refused(31))
  for (const change of [
    `update security_events set kind = 'signed_out'`,
    'delete from security_events',
    'truncate security_events',
  ]) {
    await expect(asDesk(change)).rejects.toMatchObject({ code: '42501' })
    await expect(owner.query(change)).rejects.toMatchObject({ code: '42501' })
  }
  // The role of the desk may not even remove what is old, but by the one way there is.
  if (database.runtimeUser !== null) {
    const old = `delete from security_events where at < now() - interval '400 days'`
    await expect(asDesk(old)).rejects.toMatchObject({ code: '42501' })
  }
  const remove = async () =>
    (await asDesk('select remove_old_security_events(1) as removed')).rows[0]?.removed
  expect([await remove(), await remove(), await remove()]).toEqual([1, 1, 1])
  expect(await remove()).toBe(0)
  const left = await asDesk('select kind from security_events order by id')
  expect(left.rows.map(({ kind }) => kind)).toEqual(['signed_in', 'signed_in', 'sign_in_refused'])
})
