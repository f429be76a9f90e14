import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { DeskError } from '../desk-error.ts'
import { createLog } from '../log.ts'
import { addErrorHandler } from './error-handler.ts'
import { addRequestLog } from './request-log.ts'

interface Line {
  level: number
  msg: string
  status?: number
  staff?: string
}

let app: FastifyInstance
afterEach(() => app?.close())

function create() {
  const lines: Line[] = []
  app = Fastify({
    loggerInstance: createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request) => {
    const { staff } = request.headers
    if (staff !== undefined) request.signedIn = { staff: { id: staff } } as never
  })
  const refusals = addRequestLog(app)
  addErrorHandler(app)
  return { lines, refusals }
}

test('counts refusals of anonymous callers by route and status instead of logging them', async () => {
  const { lines, refusals } = create()
  for (const code of ['not_found', 'unauthorized', 'invalid_request', 'unavailable'] as const)
    app.post(`/${code}`, () => {
      throw new DeskError(code)
    })
  for (const url of ['/not_found', '/unauthorized', '/invalid_request', '/unavailable', '/nothing'])
    for (let count = 0; count < 10; count += 1) await app.inject({ method: 'POST', url })
  expect(lines.map(({ msg }) => msg)).toEqual(['responded with unavailable'])
  const { values } = await refusals.get()
  expect(values.map(({ labels, value }) => [labels.route, labels.status, value])).toEqual([
    ['/not_found', 404, 10],
    ['/unauthorized', 401, 10],
    ['/invalid_request', 400, 10],
    ['/unavailable', 503, 10],
    ['page', 404, 10],
  ])
})

test('logs each refusal of a staff member and each server error', async () => {
  const { lines, refusals } = create()
  app.post('/refused', () => {
    throw new DeskError('conflict')
  })
  app.post('/fails', () => {
    throw new Error('a defect')
  })
  for (let count = 0; count < 2; count += 1) {
    await app.inject({ method: 'POST', url: '/refused', headers: { staff: 'a' } })
    await app.inject({ method: 'POST', url: '/fails' })
  }
  const answered = lines.filter(({ msg }) => msg === 'answered').map(({ status, staff }) => [status, staff])
  expect(answered).toEqual([
    [409, 'a'],
    [500, undefined],
    [409, 'a'],
    [500, undefined],
  ])
  expect((await refusals.get()).values).toEqual([])
})

test('logs slow responses to anonymous callers as one warning, and each slow response to staff', async () => {
  const { lines } = create()
  app.get('/slow', async (_request, reply) => {
    Object.defineProperty(reply, 'elapsedTime', { value: 2_000 })
    return 'done'
  })
  const request = (headers: Record<string, string> = {}) => app.inject({ url: '/slow', headers })
  await Promise.all([request(), request(), request(), request({ staff: 'a' }), request({ staff: 'b' })])
  const slow = lines.filter(({ msg }) => msg === 'slow response')
  expect(slow.map(({ staff }) => staff ?? 'anonymous').toSorted()).toEqual(['a', 'anonymous', 'b'])
})
