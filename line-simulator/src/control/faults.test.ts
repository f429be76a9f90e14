import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { firstOf, simulatorWithDesk } from '../testing/world.fixture.ts'

async function faultyWorld() {
  const parts = await simulatorWithDesk()
  const { call, channel, customer } = parts
  const fault = (body: object) => call('POST', '/simulator/faults', { rate: 1, ...body })
  const push = (key: string) =>
    call(
      'POST',
      '/v2/bot/message/push',
      { to: customer.user_id, messages: [{ type: 'text', text: 'รอสักครู่ค่ะ' }] },
      { authorization: `Bearer ${channel.channel_access_token}`, 'x-line-retry-key': key },
    )
  return { ...parts, fault, push, heal: () => call('DELETE', '/simulator/faults') }
}

describe('faults of calls', () => {
  test.each([
    ['500', 500, 'Internal Server Error'],
    ['429', 429, 'The API rate limit has been exceeded. Try again later.'],
    ['quota', 429, 'You have reached your monthly limit.'],
  ])('%s: nothing is sent and the retry key stays free', async (mode, status, message) => {
    const { fault, push, heal, inbox } = await faultyWorld()
    const key = randomUUID()
    await fault({ target: 'push', mode })
    const answer = await push(key)
    expect([answer.status, await answer.json()]).toEqual([status, { message }])
    await heal()
    expect((await push(key)).status).toBe(200)
    expect(await inbox()).toHaveLength(1)
  })

  test('drop_answer: the work is done, the answer never comes, the retry finds it done', async () => {
    const { fault, push, heal, inbox } = await faultyWorld()
    const key = randomUUID()
    await fault({ target: 'push', mode: 'drop_answer' })
    await expect(push(key)).rejects.toThrow()
    await heal()
    expect((await push(key)).status).toBe(409)
    expect(await inbox()).toHaveLength(1)
  })

  test('rate 0 never strikes; a mode that LINE does not have for a call is refused', async () => {
    const { fault, push } = await faultyWorld()
    await fault({ target: 'push', mode: '500', rate: 0 })
    expect((await push(randomUUID())).status).toBe(200)
    expect((await fault({ target: 'reply', mode: 'quota' })).status).toBe(400)
    expect((await fault({ target: 'push', mode: 'reorder' })).status).toBe(400)
  })
})

describe('faults of webhooks', () => {
  test('duplicate sends the same call twice', async () => {
    const { fault, say, desk } = await faultyWorld()
    await fault({ target: 'webhook', mode: 'duplicate' })
    await say({ type: 'text', text: 'หนึ่ง' })
    expect(desk.webhooks).toHaveLength(2)
    expect(desk.webhooks[1]?.raw).toBe(desk.webhooks[0]?.raw)
  })

  test.each(['redeliver', 'drop_answer'])('%s sends the same event again, marked', async (mode) => {
    const { fault, say, desk } = await faultyWorld()
    await fault({ target: 'webhook', mode })
    await say({ type: 'text', text: 'หนึ่ง' })
    const [first, second] = desk.webhooks.map((webhook) => firstOf(webhook.events))
    expect(first?.deliveryContext).toEqual({ isRedelivery: false })
    expect(second).toEqual({ ...first, deliveryContext: { isRedelivery: true } })
  })

  test('reorder lets the next one go first', async () => {
    const { fault, heal, say, desk, call } = await faultyWorld()
    await fault({ target: 'webhook', mode: 'reorder' })
    const held = say({ type: 'text', text: 'หนึ่ง' })
    // The first is with the simulator once the phone shows it.
    await expect
      .poll(async () => {
        const { threads } = (await (await call('GET', '/simulator/threads?channel_key=main')).json()) as {
          threads: { last: unknown }[]
        }
        return threads[0]?.last
      })
      .toMatchObject({ text: 'หนึ่ง' })
    await heal()
    await say({ type: 'text', text: 'สอง' })
    expect(await held).toMatchObject({ status: 200 })
    expect(desk.webhooks.map((webhook) => firstOf(webhook.events).message?.text)).toEqual(['สอง', 'หนึ่ง'])
  })
})

test('redelivery, once switched on, repeats what the desk refused', async () => {
  const { call, say, desk } = await faultyWorld()
  await call('PATCH', '/simulator/channels/main', { redelivery: true })
  desk.status = 500
  const answer = say({ type: 'text', text: 'หนึ่ง' })
  await expect.poll(() => desk.webhooks.length).toBe(1)
  desk.status = 200
  expect(await answer).toMatchObject({ status: 200 })
  expect(desk.webhooks.map((webhook) => firstOf(webhook.events).deliveryContext.isRedelivery)).toEqual([
    false,
    true,
  ])
})
