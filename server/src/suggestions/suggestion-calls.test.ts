import type { AddressInfo } from 'node:net'
import { MAX_SUGGESTIONS } from 'shared/contract/constants.ts'
import { listSuggestions } from 'shared/contract/suggestions/list-suggestions.call.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const desk = useTestDesk()
let manager: TestStaff
let agent: TestStaff
let isReady = false
beforeEach(async () => {
  if (!isReady) {
    await desk.addChannel('vip')
    manager = await desk.signInAs({ role: 'BUSINESS' })
    agent = await desk.signInAs({ channelKeys: ['main'] })
    isReady = true
  }
  await desk.query('delete from suggestions')
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(
  who: TestStaff,
  method: Method,
  path = '',
  payload?: object,
  more: Record<string, string> = {},
) {
  const response = await desk.app.inject({
    method,
    url: `/api/staff/suggestions${path}`,
    headers: { ...who.headers, ...more },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}
const list = async (who: TestStaff, query = '') =>
  listSuggestions.response.parse((await call(who, 'GET', query)).body)
const texts = async (who: TestStaff, query = '') => (await list(who, query)).items.map(({ text }) => text)
async function add(text: string, channelKey: string | null = 'main'): Promise<Suggestion> {
  const { status, body } = await call(manager, 'POST', '', { text, channel_key: channelKey })
  expect(status).toBe(200)
  return body
}
const move = (who: TestStaff, id: string, before: string | null) =>
  call(who, 'POST', `/${id}/move`, { before })

describe('reading the suggestion list', () => {
  test('the suggestion list has the suggestions of the channel in the order in which they were added, then shared ones', async () => {
    await add('สำหรับทุก OA', null)
    await add('หนึ่ง')
    await add('ของ vip', 'vip')
    await add('สอง')
    expect(await texts(agent, '?channel_key=main')).toEqual(['หนึ่ง', 'สอง', 'สำหรับทุก OA'])
    // Expects the suggestions of all permitted channels when no channel key is given.
    expect(await texts(agent)).toEqual(['หนึ่ง', 'สอง', 'สำหรับทุก OA'])
    expect(await texts(manager)).toEqual(['หนึ่ง', 'สอง', 'ของ vip', 'สำหรับทุก OA'])
    expect(await call(agent, 'GET', '?channel_key=vip')).toMatchObject({
      status: 403,
      body: { code: 'forbidden_channel' },
    })
  })

  test('the suggestion list marks suggestions that the caller may change, and shows use counts only to managers', async () => {
    await add('ของ OA')
    await add('สำหรับทุก OA', null)
    const [own, shared] = (await list(agent)).items
    expect([own?.can_edit, shared?.can_edit]).toEqual([true, false])
    expect(own).not.toHaveProperty('use_count')
    expect((await list(agent)).can_share).toBe(false)
    const seen = await list(manager)
    expect(seen.can_share).toBe(true)
    expect(seen.items).toMatchObject([
      { can_edit: true, use_count: 0 },
      { can_edit: true, use_count: 0 },
    ])
  })
})

describe('adding, changing and removing suggestions', () => {
  test('a suggestion is a text, or an image with a label; an image of the desk is stored by its path', async () => {
    const text = await call(agent, 'POST', '', { text: 'สวัสดีค่ะ คุณ{{ชื่อ}}', channel_key: 'main' })
    expect(text).toMatchObject({
      status: 200,
      body: { text: 'สวัสดีค่ะ คุณ{{ชื่อ}}', image_url: null, channel_key: 'main' },
    })
    const path = `/p/${'a'.repeat(64)}.jpg`
    const image = await call(agent, 'POST', '', {
      text: 'โปร',
      image_url: `http://localhost:8080${path}`,
      channel_key: 'main',
    })
    expect(image.body).toMatchObject({ text: 'โปร', image_url: path })
    const changed = await call(agent, 'PUT', `/${text.body.id}`, { text: 'แก้แล้ว' })
    expect(changed).toMatchObject({ status: 200, body: { id: text.body.id, text: 'แก้แล้ว' } })
    expect(await texts(agent)).toEqual(['แก้แล้ว', 'โปร'])
    expect(await call(agent, 'DELETE', `/${text.body.id}`)).toEqual({ status: 200, body: { ok: true } })
    expect(await texts(agent)).toEqual(['โปร'])
    const [row] = await desk.query('select created_by_id, updated_by_id from suggestions')
    expect(row).toEqual({ created_by_id: agent.staffId, updated_by_id: agent.staffId })
  })

  test('the later of two concurrent suggestion changes gets 409 until its user has seen the earlier change', async () => {
    const { id } = await add('เดิม')
    const edit = (who: TestStaff, text: string, was: string) => call(who, 'PUT', `/${id}`, { text, was })
    const responses = await Promise.all([edit(agent, 'ของตัวแทน', 'เดิม'), edit(manager, 'ของผู้จัดการ', 'เดิม')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' })
    const [stored = ''] = (await texts(agent)) as string[]
    expect(stored).toBe(responses[0].status === 200 ? 'ของตัวแทน' : 'ของผู้จัดการ')
    expect(await edit(agent, 'ทับแล้ว', stored)).toMatchObject({ status: 200, body: { text: 'ทับแล้ว' } })
  })

  test.each([
    ['an empty suggestion', {}, 'invalid_request'],
    ['only spaces', { text: ' \n ' }, 'invalid_request'],
    ['a link that is not http(s)', { image_url: 'ftp://example.com/a.png' }, 'invalid_request'],
    ['a text longer than LINE accepts', { text: '😀'.repeat(2_501) }, 'text_too_long'],
  ])('adding or changing a suggestion is refused with %s', async (_, body, code) => {
    const { id } = await add('เดิม')
    expect(await call(agent, 'POST', '', { ...body, channel_key: 'main' })).toMatchObject({
      status: 400,
      body: { code },
    })
    expect(await call(agent, 'PUT', `/${id}`, body)).toMatchObject({ status: 400, body: { code } })
    expect(await texts(agent)).toEqual(['เดิม'])
  })

  test('changing a suggestion requires a right to its channel, or to all channels when it is shared', async () => {
    const foreign = await add('ของ vip', 'vip')
    const shared = await add('สำหรับทุก OA', null)
    const refused = { status: 403, body: { code: 'forbidden_channel' } }
    expect(await call(agent, 'POST', '', { text: 'x', channel_key: 'vip' })).toMatchObject(refused)
    expect(await call(agent, 'POST', '', { text: 'x', channel_key: null })).toMatchObject(refused)
    for (const { id } of [foreign, shared]) {
      expect(await call(agent, 'PUT', `/${id}`, { text: 'x' })).toMatchObject(refused)
      expect(await call(agent, 'DELETE', `/${id}`)).toMatchObject(refused)
    }
    expect(await texts(manager)).toEqual(['ของ vip', 'สำหรับทุก OA'])
  })

  test('a new suggestion without a channel gets the channel of the header; one with the channel null is shared', async () => {
    const header = { 'x-channel-key': 'main' }
    expect((await call(manager, 'POST', '', { text: 'หนึ่ง' }, header)).body.channel_key).toBe('main')
    expect(
      (await call(manager, 'POST', '', { text: 'ทุก OA', channel_key: null }, header)).body.channel_key,
    ).toBeNull()
  })

  test('calls for removed suggestions and missing channels return 404', async () => {
    const { id } = await add('ลบแล้ว')
    await call(agent, 'DELETE', `/${id}`)
    const gone = { status: 404, body: { code: 'not_found' } }
    expect(await call(agent, 'DELETE', `/${id}`)).toMatchObject(gone)
    expect(await call(agent, 'PUT', `/${id}`, { text: 'x' })).toMatchObject(gone)
    expect(await move(manager, id, null)).toMatchObject(gone)
    expect(await call(manager, 'POST', '', { text: 'x', channel_key: 'nowhere' })).toMatchObject({
      status: 404,
      body: { code: 'channel_not_found' },
    })
  })

  test('suggestions are limited per channel, also for concurrent requests', async () => {
    await desk.query(
      `insert into suggestions (text, channel_key) select n::text, 'main' from generate_series(1, $1::int) n`,
      [MAX_SUGGESTIONS - 2],
    )
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call(agent, 'POST', '', { text: `พร้อมกัน ${n}`, channel_key: 'main' }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'suggestions_full',
      limit: MAX_SUGGESTIONS,
    })
    // Other channels and the shared suggestions have separate limits, so they accept new suggestions.
    await add('ของ vip', 'vip')
    await add('สำหรับทุก OA', null)
  })
})

describe('order of suggestions', () => {
  test('only managers change the order of suggestions, within a channel, one step at a time', async () => {
    const [a, b, c] = [await add('ก'), await add('ข'), await add('ค')]
    expect(await move(agent, c.id, a.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await move(manager, c.id, a.id)).toEqual({ status: 200, body: { ok: true } })
    expect(await texts(agent)).toEqual(['ค', 'ก', 'ข'])
    await move(manager, c.id, null)
    expect(await texts(agent)).toEqual(['ก', 'ข', 'ค'])
    const foreign = await add('ของ vip', 'vip')
    for (const id of [foreign.id, a.id]) {
      if (id === a.id) await call(manager, 'DELETE', `/${a.id}`)
      expect(await move(manager, c.id, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
    expect(await texts(agent)).toEqual(['ข', 'ค'])
    const narrow = await desk.signInAs({ role: 'BUSINESS', channelKeys: ['vip'] })
    expect(await move(narrow, c.id, b.id)).toMatchObject({ status: 403, body: { code: 'forbidden_channel' } })
  })

  test('when two managers move suggestions concurrently, both moves are kept, and new suggestions come last', async () => {
    const made: Suggestion[] = []
    for (let n = 0; n < 10; n += 1) made.push(await add(`${n}`))
    const idOf = (n: number) => made[n]?.id ?? ''
    const other = await desk.signInAs({ role: 'BUSINESS' })
    const responses = await Promise.all([
      // One manager moves odd-numbered suggestions to the end; the other moves even-numbered ones before the first.
      ...[1, 3, 5].map((n) => move(manager, idOf(n), null)),
      ...[2, 4, 6].map((n) => move(other, idOf(n), idOf(0))),
      call(agent, 'POST', '', { text: 'ใหม่', channel_key: 'main' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(200))
    const order = await texts(agent)
    expect(order.slice(0, 3).sort()).toEqual(['2', '4', '6'])
    expect(order.slice(3, 7)).toEqual(['0', '7', '8', '9'])
    expect(order.slice(7).sort()).toEqual(['1', '3', '5', 'ใหม่'])
    expect(order).toHaveLength(11)
    // Moves the same suggestion a second time, after which it has the new position.
    await move(manager, idOf(9), idOf(0))
    expect((await texts(agent)).slice(3, 5)).toEqual(['9', '0'])
  })
})

test('a change of a suggestion is published to staff of its channel, or to all staff when it is shared', async () => {
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}`
  const [mine, others] = [new TestSocket(url, agent.token), new TestSocket(url, manager.token)]
  await Promise.all([mine.receivesType('hello'), others.receivesType('hello')])
  const { id } = await add('ของ vip', 'vip')
  await call(manager, 'PUT', `/${id}`, { text: 'แก้' })
  await call(manager, 'DELETE', `/${id}`)
  const shared = await add('สำหรับทุก OA', null)
  await move(manager, shared.id, null)
  const received = (socket: TestSocket) =>
    socket.received.flatMap((event) => (event.type === 'suggestions_update' ? [event.data.channel_key] : []))
  const untilBothReceived = () => mine.receives(() => received(mine).length >= 2)
  await untilBothReceived()
  await others.receives(() => received(others).length >= 5)
  expect(received(mine)).toEqual([null, null])
  expect(received(others)).toEqual(['vip', 'vip', 'vip', null, null])
  for (const socket of [mine, others]) socket.socket.close()
  await Promise.all([mine.closed, others.closed])
})
