import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCliProcess } from '../testing/cli-process.ts'
import { openTicket } from '../testing/line-events.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl } from '../testing/server-process.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await createTestDesk()
})
afterAll(() => desk?.close())

const environment = () => ({ DATABASE_URL: databaseUrl(desk.database.ownerAddress) })
const cli = (...args: string[]) => runCli('line/line.cli.ts', args, environment())
const query = async <T extends object>(text: string) =>
  (await desk.context.db.$client.query<T & Record<string, unknown>>(text)).rows

test('`line.cli.ts` lists dead letters and schedules them again', { timeout: 120_000 }, async () => {
  const { userId } = await openTicket(desk)
  await openTicket(desk)
  await query(
    `update line_events set applied_at = null, parked_at = now(), attempts = 9, error = 'refused (23514)'`,
  )
  const listed = await runCliProcess('line/line.cli.ts', ['parked'], environment())
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toMatch(new RegExp(`main +${userId} +message +.* +9 +refused \\(23514\\)`))
  const [first, second] = await query<{ id: string }>('select id from line_events order by id')

  expect(await cli('replay', first?.id ?? '')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 event is due'),
  })
  expect(await query('select id from line_events where parked_at is not null')).toEqual([{ id: second?.id }])
  const unknown = await cli('replay', first?.id ?? '')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no parked event') })
  expect(await cli('replay', 'all')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 event is due'),
  })
  expect(
    await query('select attempts from line_events where parked_at is null and next_attempt_at <= now()'),
  ).toEqual([{ attempts: 8 }, { attempts: 8 }])
})

test('`line.cli.ts` rejects invalid commands and changes nothing', { timeout: 60_000 }, async () => {
  for (const args of [['replay'], ['replay', 'x; drop'], ['parked', 'x']]) {
    expect(await cli(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') })
  }
})
