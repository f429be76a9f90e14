import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { firstOf, runningSimulator, simulatorWithDesk, temporaryFolder } from './testing/world.fixture.ts'

const UNREACHABLE_URL = 'http://127.0.0.1:9'

describe('world of the simulator', () => {
  test('the world contains the people and channels of the demo', async () => {
    const { call } = await simulatorWithDesk()
    const state = (await (await call('GET', '/simulator/state')).json()) as {
      channels: { key: string; name: string }[]
      customers: { user_id: string; display_name: string; status_message?: string }[]
      staff: { note: string }[]
    }
    expect(state.channels.map(({ key, name }) => [key, name])).toEqual([
      ['main', 'OA หลัก'],
      ['vip', 'OA VIP'],
      ['promo', 'OA โปรโมชั่น'],
    ])
    expect(new Set(state.customers.map((each) => each.display_name)).size).toBe(60)
    expect(state.customers.every((each) => /^U[0-9a-f]{32}$/.test(each.user_id))).toBe(true)
    expect(state.customers.filter((each) => each.status_message)).toHaveLength(15)
    const notes = state.staff.map((each) => each.note)
    expect(notes.sort()).toEqual([
      'ADMIN',
      'ADMIN',
      'ADMIN',
      'ADMIN',
      'ADMIN',
      'BUSINESS',
      'BUSINESS',
      'PENDING',
    ])
  })

  test('the simulator creates random secrets, and keeps secrets and conversations across a restart', async () => {
    const dataDir = temporaryFolder()
    const first = await startSimulator({ port: 0, dataDir, deskUrl: UNREACHABLE_URL })
    const { world } = first
    const user_id = firstOf(world.customers).user_id
    await fetch(`${first.url}/simulator/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel_key: 'vip', user_id, message: { type: 'text', text: 'ยังอยู่ไหม' } }),
    })
    await first.close()
    const again = await runningSimulator({ dataDir })
    expect(again.world).toEqual(world)
    const other = await runningSimulator()
    expect(other.world.login.channel_secret).not.toBe(world.login.channel_secret)
    const response = await fetch(`${again.url}/simulator/conversation?channel_key=vip&user_id=${user_id}`)
    expect(await response.json()).toMatchObject({
      messages: [{ direction: 'in', text: 'ยังอยู่ไหม', status: 0 }],
    })
  })

  test('starting a second simulator on the same folder fails with a clear error', async () => {
    const dataDir = temporaryFolder()
    const first = await runningSimulator({ dataDir })
    await expect(startSimulator({ port: 0, dataDir, deskUrl: UNREACHABLE_URL })).rejects.toThrow(
      'is in use by the simulator at',
    )
    await first.close()
    await runningSimulator({ dataDir })
  })

  test('a new customer can write immediately', async () => {
    const { call, desk } = await simulatorWithDesk()
    const added = (await (
      await call('POST', '/simulator/customers', { display_name: 'ลูกค้าใหม่' })
    ).json()) as { user_id: string }
    expect(added).toEqual({ user_id: expect.stringMatching(/^U[0-9a-f]{32}$/), display_name: 'ลูกค้าใหม่' })
    const body = { channel_key: 'main', user_id: added.user_id, message: { type: 'text', text: 'สวัสดี' } }
    expect((await call('POST', '/simulator/messages', body)).status).toBe(200)
    expect(desk.webhooks).toHaveLength(1)
  })
})

describe('loopback guard', () => {
  const status = (url: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<number>((resolve, reject) => {
      const call = request(url, { headers, method }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      call.on('error', reject)
      call.end()
    })

  test('the loopback guard rejects requests with a foreign host name, and writes from a foreign page', async () => {
    const { url } = await runningSimulator()
    const page = `${url}/simulator/console`
    expect(await status(page, { host: 'rebound.example' })).toBe(403)
    expect(await status(page, { host: '127.0.0.1.rebound.example:80' })).toBe(403)
    expect(await status(page, { host: 'localhost:1' })).toBe(200)
    const customers = `${url}/simulator/customers`
    expect(await status(customers, { origin: 'https://evil.example' }, 'POST')).toBe(403)
    expect(await status(customers, { origin: url }, 'POST')).toBe(201)
  })
})

test('an open phone page receives live events', async () => {
  const { simulator, sendMessage, customer } = await simulatorWithDesk()
  const query = new URLSearchParams({ channel_key: 'main', user_id: customer.user_id })
  const stream = await fetch(`${simulator.url}/simulator/events?${query}`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await sendMessage({ type: 'text', text: 'เห็นไหม' })
  let seen = ''
  while (!seen.includes('event: status')) seen += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  expect(seen).toMatch(/event: message\ndata: .*"text":"เห็นไหม"/)
  expect(seen).toMatch(/event: status\ndata: .*"status":200/)
})

test('the error for an invalid body names the invalid field', async () => {
  const { call, customer } = await simulatorWithDesk()
  const body = { channel_key: 'main', user_id: customer.user_id, message: { type: 'text' } }
  const response = await call('POST', '/simulator/messages', body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('message.text'),
  })
})
