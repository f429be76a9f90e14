import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const METRICS_TOKEN = 'a-token-for-the-tests'

let desk: TestDesk
let guarded: TestDesk
beforeAll(async () => {
  desk = await createTestDesk()
  guarded = await createTestDesk({ config: (config) => ({ ...config, metricsToken: METRICS_TOKEN }) })
})
afterAll(async () => {
  await desk?.close()
  await guarded?.close()
})

const get = ({ app }: TestDesk, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers })
const query = (text: string) => desk.context.db.$client.query(text)

test('/readyz and /metrics report dead letters, pending events and pending media', async () => {
  for (let count = 0; count < 3; count += 1) await openTicket(desk)
  await query('update line_events set applied_at = null')
  await query(
    'update line_events set parked_at = now() where id in (select id from line_events order by id limit 2)',
  )
  await query("insert into media (purpose, kind) values ('customer', 'image')")
  const ready = await get(desk, '/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    {
      status: 'ok',
      database: 'ok',
      pool: { connections: expect.any(Number), idle: expect.any(Number), waiting: 0 },
      line_events: { pending: 1, parked: 2 },
      media_pending: 1,
      webhook_spool: { records: 0, bytes: 0 },
    },
  ])
  const { body, headers } = await get(desk, '/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('oa_desk_line_events{state="parked"} 2')
  expect(body).toContain('oa_desk_line_events{state="pending"} 1')
  expect(body).toContain('oa_desk_media{state="pending"} 1')
  expect(body).toContain('oa_desk_database_connections{state="waiting"} 0')
  expect(body).toContain('oa_desk_webhooks_set_aside 0\n')
  expect(body).toContain('oa_desk_process_cpu_seconds_total')
  expect(body).toContain('oa_desk_media_floor_bytes 1073741824')
  expect(body).toMatch(/oa_desk_disk_free_bytes\{folder="data"\} [1-9]\d+/)
  expect(body).toMatch(/oa_desk_disk_free_bytes\{folder="media"\} [1-9]\d+/)
  const rules = readFileSync(join(import.meta.dirname, '../../../deploy/oa-desk.alerts.yml'), 'utf8')
  const named = new Set(rules.match(/oa_desk_\w+/g))
  expect([...named].filter((name) => !body.includes(`\n${name}`))).toEqual([])
  expect(named).toContain('oa_desk_disk_free_bytes')
})

test('a request from a proxy or another machine gets only readiness, no metrics', async () => {
  const viaProxy = { 'x-forwarded-for': '127.0.0.1' }
  expect((await get(desk, '/readyz', viaProxy)).json()).toEqual({ status: 'ok' })
  expect((await get(desk, '/metrics', viaProxy)).statusCode).toBe(403)
  const elsewhere = await desk.app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })
  expect(elsewhere.statusCode).toBe(403)
})

test('a public server, where a local proxy may hide the client, returns no metrics without a token', async () => {
  const config = (given: Config): Config => ({ ...given, publicUrl: 'https://desk.example.com' })
  const behindProxy = await createTestDesk({ config })
  try {
    expect((await get(behindProxy, '/metrics', { host: 'localhost' })).statusCode).toBe(403)
    expect((await get(behindProxy, '/readyz', { host: 'localhost' })).json()).toEqual({ status: 'ok' })
  } finally {
    await behindProxy.close()
  }
})

test('a request with a foreign Host header (DNS rebinding) gets no metrics without a token', async () => {
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8080']) {
    expect((await get(desk, '/metrics', { host })).statusCode).toBe(403)
    expect((await get(desk, '/readyz', { host })).json()).toEqual({ status: 'ok' })
  }
  for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect((await get(desk, '/metrics', { host })).statusCode).toBe(200)
})

test('pending events are counted only for permitted callers, and once for concurrent requests', async () => {
  const fresh = await createTestDesk()
  const pool = fresh.context.db.$client
  const counts: string[] = []
  const { query: run } = pool
  // Intercepts every SQL statement of the pool.
  pool.query = ((...args: [{ text?: string } | string]) => {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : (statement.text ?? '')
    if (text.includes('line_events')) counts.push(text)
    return Reflect.apply(run, pool, args)
  }) as typeof pool.query
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' }
  const anonymous = await Promise.all(Array.from({ length: 60 }, () => get(fresh, '/readyz', elsewhere)))
  expect(new Set(anonymous.map((response) => response.statusCode))).toEqual(new Set([200]))
  expect(counts).toHaveLength(0)
  const allowed = await Promise.all(Array.from({ length: 30 }, () => get(fresh, '/readyz')))
  for (const response of allowed) expect(response.json().line_events).toEqual({ pending: 0, parked: 0 })
  // Expects few counting queries: usually one, more when the machine is so slow that the cache expires.
  expect(counts.length).toBeLessThan(10)
  await fresh.close()
})

test('metrics require METRICS_TOKEN when it is set', async () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' })
  expect((await get(guarded, '/metrics')).statusCode).toBe(403)
  expect((await get(guarded, '/metrics', bearer('another'))).statusCode).toBe(403)
  expect((await get(guarded, '/metrics', bearer(METRICS_TOKEN))).statusCode).toBe(200)
  expect((await get(guarded, '/readyz', bearer(METRICS_TOKEN))).json()).toHaveProperty('line_events')
})

test('/readyz returns 503 within its time limit without a database', async () => {
  const broken = await createTestDesk()
  await broken.database.stopDatabase()
  const response = await get(broken, '/readyz')
  expect([response.statusCode, response.json()]).toMatchObject([
    503,
    { status: 'unavailable', line_events: null },
  ])
  expect((await get(broken, '/metrics')).statusCode).toBe(200)
  await broken.close()
})
