import { DrizzleQueryError, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { buildApp } from './app.ts'
import { createLog, databaseReason, networkReason } from './log.ts'
import { hashToken } from './sessions/session-token.ts'
import { queryOnce } from './testing/query-once.ts'
import { createTestDesk, type TestDesk } from './testing/test-desk.ts'

const SECRET = 'ลูกค้าชื่อสมหญิง\n    at โทร 081-234-5678'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

function listen() {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line: string) => lines.push(line) }) }
}

async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test.each<[string, () => Promise<unknown> | unknown]>([
  [
    'a statement with values',
    () => testDesk.context.db.execute(sql`select ${SECRET}::text || no_such_column`),
  ],
  ['a value of the wrong kind', () => testDesk.context.db.execute(sql`select ${SECRET}::text::uuid`)],
  [
    'a statement with values through the driver',
    () => testDesk.context.db.$client.query('select $1::int', [SECRET]),
  ],
  [
    'a row that violates a constraint',
    () =>
      testDesk.context.db.execute(
        sql`insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', ${SECRET}, 'x', 'y', 'z')`,
      ),
  ],
  ['text that is not JSON', () => JSON.parse(SECRET)],
  [
    'a response that does not match its schema',
    () => z.object({ name: z.enum(['x']) }).parse({ name: SECRET }),
  ],
  [
    'an error that causes another error',
    () => {
      throw new Error('outside', { cause: new DrizzleQueryError('select $1', [SECRET], new Error('inside')) })
    },
  ],
  [
    'a thrown value that is not an error',
    () => {
      throw SECRET
    },
  ],
])('the log of an error contains no secret values: %s', async (_name, work) => {
  const error = await failureOf(work)
  const { lines, log } = listen()
  log.error({ err: error }, 'it failed')
  log.error({ error }, 'it failed')
  log.child({ a: 1 }).warn({ err: error })
  if (error instanceof Error) log.error(error)
  expect(lines.length).toBeGreaterThanOrEqual(3)
  const received = lines.join('\n') + databaseReason(error)
  for (const part of ['สมหญิง', '081-234', 'โทร']) expect(received).not.toContain(part)
})

test('logs a database error with SQL statement, code, constraint and stack', async () => {
  const { lines, log } = listen()
  const duplicate = sql`insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', ${SECRET}, 'x', 'y', 'z')`
  log.error({ err: await failureOf(() => testDesk.context.db.execute(duplicate)) }, 'it failed')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    query: expect.stringContaining('insert into channels'),
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '23505', constraint: 'channels_pkey', message: expect.stringContaining('duplicate key') },
  })
})

test('the log of a failing request contains no token, token hash or message text', async () => {
  const { lines, log } = listen()
  const broken = await createTestDesk()
  const agent = await broken.signInAs()
  const app = await buildApp({ ...broken.context, log })
  await app.ready()
  // Makes every SQL statement of the server fail from now on, each with a different error.
  await queryOnce(broken.database.ownerAddress, 'alter table sessions rename to sessions_gone')
  const response = await app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${crypto.randomUUID()}/send`,
    headers: agent.headers,
    payload: { type: 'text', text: SECRET },
  })
  expect(response.statusCode).toBe(500)
  const received = lines.join('\n')
  expect(received).toContain('unexpected error')
  for (const secret of [agent.token, hashToken(agent.token), 'สมหญิง']) expect(received).not.toContain(secret)
  await app.close()
  await broken.close()
})

test.each([
  [
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('getaddrinfo ENOTFOUND api.line.me'), { code: 'ENOTFOUND' }),
    }),
    'fetch failed: getaddrinfo ENOTFOUND api.line.me',
  ],
  [
    new TypeError('fetch failed', {
      cause: Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:9')]), {
        code: 'ECONNREFUSED',
      }),
    }),
    'fetch failed: connect ECONNREFUSED ::1:9',
  ],
  [
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    }),
    'fetch failed: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [new Error(''), 'Error'],
  ['text', 'text'],
])('the logged reason of a network failure contains its error code and host (%#)', (error, reason) => {
  expect(networkReason(error)).toBe(reason)
})
