import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { defineCall } from 'shared/contract/define-call.ts'
import { QueryFlagSchema } from 'shared/contract/request-parts.ts'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import type { SignedIn } from '../sessions/signed-in.ts'
import { addErrorHandler } from './error-handler.ts'
import { serveCall } from './serve-call.ts'

const list = defineCall({
  name: 'list',
  method: 'GET',
  path: '/api/list/:page',
  summary: 'a list',
  access: 'public',
  params: z.object({ page: z.coerce.number().int() }),
  query: z.object({
    status: z.enum(['OPEN', 'CLOSED']).optional(),
    order: z.enum(['up', 'down']).default('up'),
    unread: z.optional(QueryFlagSchema),
    channel_key: z.string().optional(),
  }),
  response: z.object({ received: z.unknown() }),
})
const replies = defineCall({
  name: 'replies',
  method: 'GET',
  path: '/api/replies',
  summary: 'of one official account',
  access: 'public',
  query: z.object({ channel_key: z.string().max(20).optional() }),
  channelHeader: 'query',
  response: z.object({ received: z.unknown() }),
})
const addReply = defineCall({
  name: 'addReply',
  method: 'POST',
  path: '/api/replies',
  summary: 'to one official account',
  access: 'public',
  ignoresUnknownFields: true,
  body: z.object({ text: z.string(), channel_key: z.string().optional() }),
  channelHeader: 'body',
  response: z.object({ received: z.unknown() }),
})
const setDays = defineCall({
  name: 'setDays',
  method: 'PUT',
  path: '/api/days',
  summary: 'nested',
  access: 'public',
  body: z.object({
    days: z.array(z.object({ weekday: z.number() })).nullable(),
    more: z
      .union([z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b'), text: z.string() })])
      .optional(),
  }),
  response: z.object({ received: z.unknown() }),
})
const mine = defineCall({
  name: 'mine',
  method: 'GET',
  path: '/api/mine',
  summary: 'of a person',
  access: 'staff',
  response: z.object({ id: z.string() }),
})

const app = Fastify()
beforeAll(async () => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('signedIn', null)
  addErrorHandler(app)
  serveCall(app, list, async ({ params, query, body, signedIn }) => {
    expectTypeOf(params).toEqualTypeOf<{ page: number }>()
    expectTypeOf(query.order).toEqualTypeOf<'up' | 'down'>()
    expectTypeOf(query.unread).toEqualTypeOf<boolean | undefined>()
    expectTypeOf(body).toEqualTypeOf<undefined>()
    expectTypeOf(signedIn).toEqualTypeOf<null>()
    return { received: { params, query } }
  })
  serveCall(app, replies, async ({ query }) => ({ received: query }))
  serveCall(app, addReply, async ({ body }) => ({ received: body }))
  serveCall(app, setDays, async ({ body }) => ({ received: body }))
  serveCall(app, mine, async ({ signedIn }) => {
    expectTypeOf(signedIn).toEqualTypeOf<SignedIn>()
    return { id: signedIn.staff.id }
  })
})
afterAll(() => app.close())

const received = async (url: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url, headers })).json().received

test('parses request parts by the contract and treats an empty parameter as missing', async () => {
  expect(await received('/api/list/2?status=OPEN&order=down&unread=1')).toEqual({
    params: { page: 2 },
    query: { status: 'OPEN', order: 'down', unread: true },
  })
  expect(await received('/api/list/2?status=&order=&unread=&channel_key=')).toEqual({
    params: { page: 2 },
    query: { order: 'up' },
  })
})

test('a validation error names the request part and the field', async () => {
  const response = await app.inject({ url: '/api/list/x?status=GONE' })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'params.page' }] })
  const query = await app.inject({ url: '/api/list/1?status=GONE&order=left' })
  expect(query.json().fields).toMatchObject([{ field: 'query.status' }, { field: 'query.order' }])
  const body = await app.inject({ method: 'POST', url: '/api/replies', payload: { text: 5 } })
  expect(body.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'body.text' }] })
})

test('uses X-Channel-Key as the default channel of a single-channel call', async () => {
  const headers = { 'x-channel-key': 'vip' }
  expect(await received('/api/replies', headers)).toEqual({ channel_key: 'vip' })
  expect(await received('/api/replies?channel_key=', headers)).toEqual({ channel_key: 'vip' })
  expect(await received('/api/replies?channel_key=main', headers)).toEqual({ channel_key: 'main' })
  expect(await received('/api/replies?channel_key=__ALL__', headers)).toEqual({ channel_key: '__ALL__' })
  expect(await received('/api/replies')).toEqual({})
  const thai = { 'x-channel-key': encodeURIComponent('โปรโมชั่น') }
  expect(await received('/api/replies', thai)).toEqual({ channel_key: 'โปรโมชั่น' })
  expect(await received('/api/replies', { 'x-channel-key': '%' })).toEqual({})

  const added = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/api/replies', headers, payload })).json().received
  expect(await added({ text: 'ค่ะ' })).toEqual({ text: 'ค่ะ', channel_key: 'vip' })
  expect(await added({ text: 'ค่ะ', channel_key: 'main' })).toEqual({ text: 'ค่ะ', channel_key: 'main' })
})

test('ignores X-Channel-Key in lists over all channels and in calls that do not declare it', async () => {
  const headers = { 'x-channel-key': 'no-such-channel-and-much-too-long-for-one' }
  expect(await received('/api/list/1', headers)).toEqual({ params: { page: 1 }, query: { order: 'up' } })
})

test('refuses a staff call on a server without the session check', async () => {
  const response = await app.inject({ url: '/api/mine' })
  expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
})

test.each([
  [{ days: [{ weekday: 1 }], closed_on: [] }, ['body.closed_on']],
  [{ days: [{ weekday: 1 }, { weekday: 2, open: true }] }, ['body.days.1.open']],
  [{ days: null, more: { kind: 'a', text: 'x' } }, ['body.more.text']],
  [JSON.parse('{"days": null, "__proto__": 1, "constructor": 2}'), ['body.__proto__', 'body.constructor']],
])('a call refuses unknown fields and names them: %j', async (payload, fields) => {
  const response = await app.inject({
    method: 'PUT',
    url: '/api/days',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  expect(response.statusCode).toBe(400)
  const { code, fields: named } = response.json()
  // Fastify itself refuses keys that could change prototypes, and its error names no fields.
  if (code !== 'invalid_json') expect(named.map(({ field }: { field: string }) => field)).toEqual(fields)
})

test.each([[{ days: [{ weekday: 1 }], more: { kind: 'b', text: 'x' } }], [{ days: null }]])(
  'a call accepts known fields: %j',
  async (payload) => {
    const response = await app.inject({ method: 'PUT', url: '/api/days', payload })
    expect(response.json()).toEqual({ received: payload })
  },
)

test('ignores unknown fields in calls that SPEC defines', async () => {
  const response = await app.inject({ method: 'POST', url: '/api/replies', payload: { text: 'ค่ะ', more: 1 } })
  expect(response.json()).toEqual({ received: { text: 'ค่ะ' } })
})
