import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTicket } from '../testing/line-events.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { projectUses } from './suggestion-use.store.ts'

const desk = useTestDesk()
let manager: Awaited<ReturnType<TestDesk['signInAs']>>
let ticketId: string
let greeting: string
let shared: string
let foreign: string
beforeAll(async () => {
  await desk.addChannel('vip')
  manager = await desk.signInAs({ role: 'BUSINESS' })
  ticketId = (await openTicket(desk)).ticketId
})
beforeEach(async () => {
  await desk.query('delete from suggestion_uses')
  await desk.query('delete from suggestions')
  const made = await desk.query<{ id: string }>(
    `insert into suggestions (text, channel_key) values ('ทักทาย', 'main'), ('ทุก OA', null), ('ของ vip', 'vip') returning id`,
  )
  ;[greeting = '', shared = '', foreign = ''] = made.map(({ id }) => id)
})

const send = (suggestion_ids?: string[], client_message_id: string = randomUUID()) =>
  desk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/send`,
    headers: manager.headers,
    payload: { type: 'text', text: 'สวัสดีค่ะ', client_message_id, suggestion_ids },
  })
async function counts(): Promise<Record<string, number>> {
  const response = await desk.app.inject({ url: '/api/staff/suggestions', headers: manager.headers })
  const items: { id: string; use_count: number }[] = response.json().items
  return Object.fromEntries(items.map(({ id, use_count }) => [id, use_count]))
}
const project = (limit = 1_000) => projectUses(desk.context.db, new Date(), limit)

test('a message adds one use to each of its suggestions, even when it is sent again', async () => {
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 8 }, () => send([greeting, shared, greeting], id)))
  expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
  await send([greeting])
  await send()
  expect(await counts()).toEqual({ [greeting]: 2, [shared]: 1, [foreign]: 0 })
})

test('uses of removed suggestions and of other channels are ignored', async () => {
  await desk.query('delete from suggestions where id = $1', [shared])
  const response = await send([greeting, shared, foreign, randomUUID()])
  expect(response.statusCode).toBe(200)
  expect(await counts()).toEqual({ [greeting]: 1, [foreign]: 0 })
})

test('a rejected message adds no use to its suggestions', async () => {
  const closed = (await openTicket(desk)).ticketId
  const close = `/api/staff/tickets/${closed}/close`
  await desk.app.inject({ method: 'POST', url: close, headers: manager.headers })
  const response = await desk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${closed}/send`,
    headers: manager.headers,
    payload: { type: 'text', text: 'สาย', suggestion_ids: [greeting] },
  })
  expect(response.json().code).toBe('ticket_closed')
  expect((await counts())[greeting]).toBe(0)
})

test('use counts stay correct while several servers add uses in batches and messages are sent', async () => {
  await desk.query(
    `insert into suggestion_uses select $1::uuid, gen_random_uuid() from generate_series(1, 500)
     union all select $2::uuid, gen_random_uuid() from generate_series(1, 300)`,
    [greeting, shared],
  )
  expect(await counts()).toMatchObject({ [greeting]: 500, [shared]: 300 })
  const [folded] = await Promise.all([
    Promise.all([project(100), project(100)]),
    send([greeting]),
    send([greeting]),
    counts().then((now) => expect(now[shared]).toBe(300)),
  ])
  expect(folded.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(100)
  while ((await project(100)) > 0);
  expect(await desk.query('select 1 from suggestion_uses')).toEqual([])
  expect(await counts()).toMatchObject({ [greeting]: 502, [shared]: 300 })
  await send([greeting])
  expect((await counts())[greeting]).toBe(503)
})

test('removing a suggestion removes only the uses of that suggestion', async () => {
  const used = () => desk.query('select suggestion_id from suggestion_uses')
  await send([greeting, shared])
  expect(await used()).toHaveLength(2)
  await desk.app.inject({
    method: 'DELETE',
    url: `/api/staff/suggestions/${greeting}`,
    headers: manager.headers,
  })
  expect(await used()).toEqual([{ suggestion_id: shared }])
})
