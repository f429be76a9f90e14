import { listAgents } from 'shared/contract/staff/list-agents.call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

test('suspended staff are listed last and marked, only for filters that include past tickets', async () => {
  const lead = await testDesk.signInAs({ displayName: 'ฮ หัวหน้า' })
  const gone = await testDesk.signInAs({ displayName: 'ก ลาออก', channelKeys: ['main'] })
  const ofVip = await testDesk.signInAs({ displayName: 'ข ลาออก', channelKeys: ['vip'] })
  const mainOnly = await testDesk.signInAs({ displayName: 'ค หลัก', channelKeys: ['main'] })
  await testDesk.context.db.$client.query(`update staff set status = 'SUSPENDED' where id = any($1)`, [
    [gone.staffId, ofVip.staffId],
  ])
  await testDesk.context.db.$client.query(
    `insert into staff (line_user_id, display_name, status) values ('Unever', 'ก ไม่เคยอนุมัติ', 'SUSPENDED')`,
  )
  const listed = async ({ headers }: TestStaff, query: string) => {
    const response = await testDesk.app.inject({ url: `/api/staff/agents${query}`, headers })
    return listAgents.response.parse(response.json()).items
  }
  const all = await listed(lead, '?with_suspended=1')
  const first = all.findIndex(({ is_suspended }) => is_suspended)
  const suspended = all.slice(first)
  expect(suspended.every(({ is_suspended }) => is_suspended)).toBe(true)
  const names = suspended.map(({ display_name }) => display_name)
  expect(names).toEqual(expect.arrayContaining(['ก ลาออก', 'ข ลาออก']))
  expect(names).not.toContain('ก ไม่เคยอนุมัติ')
  const ids = (await listed(mainOnly, '?with_suspended=1')).map(({ id }) => id)
  expect(ids).toContain(gone.staffId)
  expect(ids).not.toContain(ofVip.staffId)
  for (const path of ['agents', 'agents?channel_key=main', 'transfer-targets?channel_key=main']) {
    const response = await testDesk.app.inject({ url: `/api/staff/${path}`, headers: lead.headers })
    expect(response.body).not.toContain(gone.staffId)
  }
})

test('the agent list contains the staff members who may work in a channel of the caller', async () => {
  const both = await testDesk.signInAs({ displayName: 'ทุกโอเอ' })
  const vipOnly = await testDesk.signInAs({ displayName: 'วีไอพี', channelKeys: ['vip'] })
  const agents = async ({ headers }: TestStaff, key?: string) => {
    const url = `/api/staff/agents${key === undefined ? '' : `?channel_key=${key}`}`
    const response = await testDesk.app.inject({ url, headers })
    return response.statusCode === 200
      ? listAgents.response.parse(response.json()).items.map(({ id }) => id)
      : response.json().code
  }
  expect(await agents(both, 'vip')).toEqual(expect.arrayContaining([both.staffId, vipOnly.staffId]))
  expect(await agents(both, 'main')).not.toContain(vipOnly.staffId)
  expect(await agents(vipOnly, 'main')).toBe('forbidden_channel')
  const mainOnly = await testDesk.signInAs({ displayName: 'หลัก', channelKeys: ['main'] })
  expect(await agents(both)).toEqual(
    expect.arrayContaining([both.staffId, vipOnly.staffId, mainOnly.staffId]),
  )
  const seen = await agents(vipOnly)
  expect(seen).toEqual(expect.arrayContaining([both.staffId, vipOnly.staffId]))
  expect(seen).not.toContain(mainOnly.staffId)
})
