import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce } from '../testing/query-once.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { removeOldSecurityEvents } from './security-event.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('no role can change security events; they expire after 400 days, refused sign-ins after 30', async () => {
  const { db, ownerAddress, runtimeUser } = database
  const asDesk = (text: string) => db.$client.query(text)
  const add = (kind: string, days: number) =>
    asDesk(
      `insert into security_events (kind, detail, at) values ('${kind}', '{}', now() - interval '${days} days')`,
    )
  for (const days of [0, 399, 401, 500]) await add('signed_in', days)
  for (const days of [29, 31]) await add('sign_in_refused', days)
  for (const change of [
    `update security_events set kind = 'signed_out'`,
    'delete from security_events',
    'truncate security_events',
  ]) {
    await expect(asDesk(change)).rejects.toMatchObject({ code: '42501' })
    await expect(queryOnce(ownerAddress, change)).rejects.toMatchObject({ code: '42501' })
  }
  // Checks that the desk's role cannot directly delete even expired events.
  if (runtimeUser !== null) {
    const expired = `delete from security_events where at < now() - interval '400 days'`
    await expect(asDesk(expired)).rejects.toMatchObject({ code: '42501' })
  }
  const remove = () => removeOldSecurityEvents(db, new Date(), 2)
  expect([await remove(), await remove(), await remove()]).toEqual([2, 1, 0])
  const { rows } = await asDesk('select kind from security_events order by id')
  expect(rows.map(({ kind }) => kind)).toEqual(['signed_in', 'signed_in', 'sign_in_refused'])
})
