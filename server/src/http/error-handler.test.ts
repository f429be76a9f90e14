import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { DeskError } from '../desk-error.ts'
import { createLog } from '../log.ts'
import { addErrorHandler } from './error-handler.ts'

test('logs a failed SQL statement without values and does not return it to the client', async () => {
  const lines: string[] = []
  const app = Fastify({ loggerInstance: createLog('info', { write: (line: string) => lines.push(line) }) })
  addErrorHandler(app as never)
  app.get('/fails', () => {
    const cause = new Error('value too long')
    throw new DrizzleQueryError('insert into messages values ($1)', ['ความลับของลูกค้า'], cause)
  })
  const response = await app.inject({ url: '/fails' })
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { code: 'internal', message: 'ระบบเกิดข้อผิดพลาด', request_id: expect.any(String) },
  ])
  const received = lines.find((line) => line.includes('unexpected error'))
  expect(received).toContain('insert into messages values ($1)')
  expect(received).toContain('value too long')
  expect(lines.join('\n')).not.toContain('ความลับ')
})

test('a request aborted by the client is not logged as an error', async () => {
  const lines: { level: number; msg: string }[] = []
  const app = Fastify({
    loggerInstance: createLog('debug', { write: (line: string) => lines.push(JSON.parse(line)) }),
  })
  addErrorHandler(app as never)
  const arrived = new Promise<void>((resolve) => app.addHook('onRequest', async () => resolve()))
  app.post('/', () => 'well')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const caller = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1')
  caller.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{')
  await arrived
  caller.destroy()
  await expect
    .poll(() => lines.map((line) => line.msg))
    .toContain('the client disconnected before the request was complete')
  await app.close()
  expect(lines.filter((line) => line.level >= 40)).toEqual([])
})

test('logs a response aborted by the server as an error, but not a response aborted by the client', async () => {
  const lines: { level: number; msg: string }[] = []
  const app = Fastify({
    loggerInstance: createLog('debug', { write: (line: string) => lines.push(JSON.parse(line)) }),
  })
  addErrorHandler(app as never)
  const fails = () => Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  app.get('/long', async ({ raw }) => {
    arrive()
    await once(raw.socket, 'close')
    throw fails()
  })
  app.get('/broken', () => {
    throw fails()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const caller = createConnection(port, '127.0.0.1')
  caller.write('GET /long HTTP/1.1\r\nHost: a\r\n\r\n')
  await arrived
  caller.destroy()
  await expect
    .poll(() => lines.map((line) => line.msg))
    .toContain('the client disconnected before the response was complete')
  expect(lines.filter((line) => line.level >= 40)).toEqual([])
  expect((await fetch(`http://127.0.0.1:${port}/broken`)).status).toBe(500)
  expect(lines.filter((line) => line.level >= 40).map(({ msg }) => msg)).toEqual(['unexpected error'])
  await app.close()
})

test.each([
  ['busy', { retry_after_secs: 3 }, '503 3'],
  ['unavailable', {}, '503 1'],
] as const)('logs any number of %s refusals as one warning', async (code, extra, answered) => {
  const lines: { level: number; msg: string; times?: number; route?: string; err?: unknown }[] = []
  const app = Fastify({
    loggerInstance: createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
  })
  addErrorHandler(app as never)
  app.get('/refused', () => {
    throw new DeskError(code, extra)
  })
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.inject('/refused')))
  expect(
    new Set(responses.map(({ statusCode, headers }) => `${statusCode} ${headers['retry-after']}`)),
  ).toEqual(new Set([answered]))
  expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
    { level: 40, msg: `responded with ${code}`, times: 1, route: '/refused' },
  ])
  expect(lines.some(({ err }) => err !== undefined)).toBe(false)
  await app.close()
})
