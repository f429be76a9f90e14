import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { defineCall } from 'shared/contract/define-call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { staff } from '../db/schema.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { addErrorHandler } from './error-handler.ts'
import { addRateLimit } from './rate-limit.ts'
import { serveCall } from './serve-call.ts'
import { addSessionCheck } from './session-hook.ts'

const response = z.object({ who: z.string().nullable() })
const calls = (['public', 'staff', 'BUSINESS'] as const).map((access) =>
  defineCall({ name: access, method: 'GET', path: `/api/${access}`, summary: access, access, response }),
)

let desk: TestDesk
const app = Fastify()
beforeAll(async () => {
  desk = await createTestDesk()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorHandler(app)
  addSessionCheck(app, desk.context, await addRateLimit(app, 1_000))
  for (const call of calls)
    serveCall(app, call, async ({ signedIn }) => ({ who: signedIn?.staff.role ?? null }))
})
afterAll(async () => {
  await app.close()
  await desk.close()
})

test('enforces the access rule of each call', async () => {
  const manager = await desk.signInAs({ role: 'BUSINESS' })
  const agent = await desk.signInAs({ role: 'ADMIN' })
  const statuses = async (headers: Record<string, string>) =>
    Promise.all(calls.map(async ({ path }) => (await app.inject({ url: path, headers })).statusCode))
  expect(await statuses({})).toEqual([200, 401, 401])
  expect(await statuses(agent.headers)).toEqual([200, 200, 403])
  expect(await statuses(manager.headers)).toEqual([200, 200, 200])
})

test('refuses accounts that are not approved, even with a session', async () => {
  const agent = await desk.signInAs()
  for (const [status, code] of [
    ['PENDING', 'waiting_approval'],
    ['SUSPENDED', 'suspended'],
  ] as const) {
    await desk.context.db.update(staff).set({ status })
    const refused = await app.inject({ url: '/api/staff', headers: agent.headers })
    expect([refused.statusCode, refused.json().code]).toEqual([403, code])
  }
})
