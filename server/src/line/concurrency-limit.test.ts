import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureOf, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

describe('concurrency limit of webhook work', () => {
  test('the concurrency limit applies in total and per channel', async () => {
    const limit = new ConcurrencyLimit({ all: 3, perChannel: 2 })
    const running = { a: 0, b: 0 }
    const most = { a: 0, b: 0, all: 0 }
    const work = (key: 'a' | 'b') =>
      limit.run(key, async () => {
        running[key] += 1
        most[key] = Math.max(most[key], running[key])
        most.all = Math.max(most.all, running.a + running.b)
        await new Promise(setImmediate)
        running[key] -= 1
        return key
      })
    const done = await Promise.all([...'aaaaaaaaaabbbbbbbbbb'].map((key) => work(key as 'a' | 'b')))
    expect(done.join('')).toBe('aaaaaaaaaabbbbbbbbbb')
    expect(most).toEqual({ a: 2, b: 2, all: 3 })
  })

  test('a blocked channel does not block other channels, and failed work rejects only its own caller', async () => {
    const limit = new ConcurrencyLimit({ all: 3, perChannel: 2 })
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const still = Array.from({ length: 10 }, () => limit.run('still', () => gate))
    await expect(limit.run('other', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limit.run('other', async () => 'done')).toBe('done')
    release()
    await Promise.all(still)
  })
})

/** Measures the pool: `most` is the highest number of connections in use at once. */
function watchPool({ context }: TestDesk): { readonly most: number } {
  const inUse = { now: 0, most: 0 }
  context.db.$client.on('acquire', () => {
    inUse.now += 1
    inUse.most = Math.max(inUse.most, inUse.now)
  })
  context.db.$client.on('release', () => {
    inUse.now -= 1
  })
  return inUse
}

describe('handling of webhooks not sent by LINE', () => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await createTestDesk()
  })
  afterAll(() => desk?.close())

  test('webhooks that were not sent by LINE use no database connections, however many arrive', async () => {
    const inUse = watchPool(desk)
    const post = async (key: string) => {
      const headers = { 'x-line-signature': `${'a'.repeat(43)}=` }
      const url = `/line/webhook/${key}`
      return (await desk.app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode
    }
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => post(index % 2 ? 'main' : `no-${index}`)),
    )
    expect(responses).toEqual(Array.from({ length: 300 }, (_, index) => (index % 2 ? 401 : 404)))
    expect(inUse.most).toBe(0)
    const tooMany = await Promise.all(Array.from({ length: 1_100 }, () => post('main')))
    expect(new Set(tooMany)).toEqual(new Set([401, 503]))
  })
})

describe('load of 500 concurrent webhooks', () => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await createTestDesk()
  })
  afterAll(() => desk?.close())

  test('500 concurrent webhooks leave database connections free for staff requests', async () => {
    const agent = await desk.signInAs()
    const inUse = watchPool(desk)
    const send = async () => {
      const body = JSON.stringify({ destination: null, events: [textEvent(randomLineUserId(), 'ช่วยด้วย')] })
      const headers = { 'x-line-signature': signatureOf('secret-main', body) }
      return (await desk.app.inject({ method: 'POST', url: '/line/webhook/main', headers, payload: body }))
        .statusCode
    }
    const burst = Promise.all(Array.from({ length: 500 }, send))
    const lists: number[] = []
    let hasEnded = false
    const staff = (async () => {
      while (!hasEnded) {
        lists.push((await desk.app.inject({ url: '/api/staff/tickets', headers: agent.headers })).statusCode)
      }
    })()
    const responses = await burst
    hasEnded = true
    await staff
    expect(new Set(responses)).toEqual(new Set([200]))
    expect(new Set(lists)).toEqual(new Set([200]))
    expect(lists.length).toBeGreaterThan(0)
    // Some of the pool's twenty connections must remain free.
    expect(inUse.most).toBeLessThan(20)
  })
})
