import { agentRanking } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { listAgents } from 'shared/contract/staff/list-agents.call.ts'
import { listTransferTargets } from 'shared/contract/staff/list-transfer-targets.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { beforeAll, expect, test } from 'vitest'
import { projectTickets } from '../dashboard/ticket-metrics.store.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const desk = useTestDesk()
let headers: { authorization: string }
const LABELS = ['Ploy (…aaaa1111)', 'ploy  (…bbbb1111)', 'Ploy (…2222)', 'Somchai']

beforeAll(async () => {
  headers = (await desk.signInAs({ role: 'BUSINESS' })).headers
  await desk.query(
    `insert into staff (line_user_id, display_name, status, role, all_channels)
     select id, name, 'APPROVED', 'ADMIN', true
     from (values ('Uaaaa1111', 'Ploy'), ('Ubbbb1111', 'ploy '), ('Ucccc2222', 'Ploy'), ('Udddd3333', 'Somchai')) s (id, name)`,
  )
  await desk.query(
    `with customer as (insert into customers (channel_key, line_user_id) values ('main', 'U1') returning id),
     cases as (
       insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, status, closed_at)
       select 'main', customer.id, 'อื่นๆ', now(), now(), 'CLOSED', now() from customer, staff where staff.line_user_id in ('Uaaaa1111', 'Ucccc2222')
       returning id)
     insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
     select c.id, 'main', 'closed', s.id, now()
     from (select id, row_number() over () as n from cases) c
     join (select id, row_number() over () as n from staff where line_user_id in ('Uaaaa1111', 'Ucccc2222')) s using (n)`,
  )
  while ((await projectTickets(desk.context.db, 500)) !== 0);
})

const get = async (path: string) => (await desk.app.inject({ url: `/api/${path}`, headers })).json()

test('staff members with the same name get distinct names in every selection list', async () => {
  const { items: agents } = listAgents.response.parse(await get('staff/agents'))
  const { items: transferTargets } = listTransferTargets.response.parse(
    await get('staff/transfer-targets?channel_key=main'),
  )
  for (const staffMembers of [agents, transferTargets])
    expect(staffMembers.map(staffLabel)).toEqual(expect.arrayContaining(LABELS))
})

test('staff members with the same name get distinct names in the ranking', async () => {
  const { items } = agentRanking.response.parse(await get('business/agent-ranking'))
  expect(items.map(({ id_tail }) => id_tail).toSorted()).toEqual(['2222', 'aaaa1111'])
})

test('the suffix of a name is removed when the name becomes unique', async () => {
  await desk.query(
    `insert into staff (line_user_id, display_name) values ('Ueeee1', 'Nok'), ('Ueeee2', 'nok'), ('Ueeee3', 'Mai')`,
  )
  const tails = async () => {
    const rows = await desk.query(
      `select line_user_id, id_tail from staff where line_user_id like 'Ueeee%' order by 1`,
    )
    return rows.map((row) => row.id_tail)
  }
  expect(await tails()).toEqual(['eee1', 'eee2', null])
  await desk.query(`update staff set display_name = 'Mai' where line_user_id = 'Ueeee2'`)
  expect(await tails()).toEqual([null, 'eee2', 'eee3'])
})

test('staff members who take the same name concurrently all get a suffix', async () => {
  const insert = (id: string) =>
    desk.query(`insert into staff (line_user_id, display_name) values ($1, 'Fon')`, [id])
  await Promise.all(['Uffff1', 'Uffff2', 'Uffff3'].map(insert))
  const rows = await desk.query(`select id_tail from staff where display_name = 'Fon' order by 1`)
  expect(rows.map((row) => row.id_tail)).toEqual(['fff1', 'fff2', 'fff3'])
})
