import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { startSimulator } from 'line-simulator/simulator.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fact } from '../bus.ts'
import { staff } from '../db/schema.ts'
import { startNoticeListener } from '../sessions/notice-listener.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl } from '../testing/server-process.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { TEST_SECRETS_KEY } from '../testing/test-sealing.ts'

describe('pnpm staff, beside a running desk', () => {
  let desk: TestDesk
  let url: string
  beforeAll(async () => {
    desk = await createTestDesk()
    url = databaseUrl(desk.database.ownerAddress)
  })
  afterAll(() => desk.close())

  const cli = (...args: string[]) => runCli('staff/staff.cli.ts', args, { DATABASE_URL: url })

  test('approves who has signed in', async () => {
    const lineUserId = randomLineUserId()
    await desk.context.db.insert(staff).values({ lineUserId, displayName: 'วีรยุทธ ใหม่ทอง' })
    const listed = await cli('list')
    expect(listed.stdout).toMatch(new RegExp(`PENDING +- +${lineUserId} +none +- +วีรยุทธ ใหม่ทอง`))

    const unsaid = await cli('approve', lineUserId, '--role', 'ADMIN')
    expect(unsaid).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--all-channels') })
    expect((await cli('list')).stdout).toMatch(new RegExp(`PENDING +- +${lineUserId} +none`))

    const approved = await cli('approve', lineUserId, '--role', 'ADMIN', '--channels', 'main')
    expect(approved).toEqual({ code: 0, stdout: 'วีรยุทธ ใหม่ทอง may work as ADMIN in main.\n', stderr: '' })
    const after = await cli('list')
    expect(after.stdout).toMatch(new RegExp(`APPROVED +ADMIN +${lineUserId} +main`))
  })

  test('suspends at once: the next call is refused and the sockets hear of it', async () => {
    const agent = await desk.signInAs()
    const listener = startNoticeListener(desk.context)
    await listener.ready
    const heard = new Promise<Fact>((resolve) => {
      desk.context.bus.subscribe((fact) => {
        if (fact.kind === 'session_ended') resolve(fact)
      })
    })
    const suspended = await cli('suspend', agent.lineUserId)
    expect(suspended).toMatchObject({ code: 0, stdout: expect.stringContaining('sessions ended: 1') })
    expect(await heard).toEqual({ kind: 'session_ended', staffId: agent.staffId })
    listener.stop()
    const refused = await desk.app.inject({ url: '/auth/me', headers: agent.headers })
    expect(refused.statusCode).toBe(401)
  })

  test('ends sessions when rights change, and only then', async () => {
    const agent = await desk.signInAs({ role: 'ADMIN' })
    const status = async () => (await desk.app.inject({ url: '/auth/me', headers: agent.headers })).statusCode
    await cli('approve', agent.lineUserId, '--role', 'admin')
    expect(await status()).toBe(200)
    const changed = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(changed.stdout).toContain('has to sign in again')
    expect(await status()).toBe(401)
  })

  test.each<[string, string[], number, RegExp]>([
    ['nothing', [], 2, /Usage/],
    ['an unknown word', ['promote'], 2, /Not understood: promote/],
    ['an unknown option', ['list', '--all'], 2, /--all/],
    ['an option of another command', ['suspend', randomLineUserId(), '--role', 'ADMIN'], 2, /--role belongs/],
    ['no role', ['approve', randomLineUserId()], 2, /--role must be BUSINESS or ADMIN/],
    ['no such role', ['approve', randomLineUserId(), '--role', 'BOSS'], 2, /--role must be/],
    [
      'two answers to one question',
      ['approve', randomLineUserId(), '--role', 'ADMIN', '--channels', 'main', '--all-channels'],
      2,
      /exclude each other/,
    ],
    [
      'no channel named',
      ['approve', randomLineUserId(), '--role', 'ADMIN', '--channels', ','],
      2,
      /at least one/,
    ],
    ['no id', ['suspend'], 2, /id is missing/],
    ['what is no id', ['suspend', 'U123'], 2, /not a LINE user id/],
    ['nobody', ['suspend', randomLineUserId()], 1, /Nobody with the LINE user id/],
    ['nobody to approve', ['approve', randomLineUserId(), '--role', 'ADMIN'], 1, /Nobody with/],
  ])('%s: a clear message and the right exit code', async (_name, args, code, words) => {
    const outcome = await cli(...args)
    expect(outcome.code).toBe(code)
    expect(outcome.stdout).toBe('')
    expect(outcome.stderr).toMatch(words)
    expect(outcome.stderr).not.toMatch(/^\s+at /m)
  })

  test('approving again without channel options keeps the channels', async () => {
    const agent = await desk.signInAs({ role: 'ADMIN', channelKeys: ['main'] })
    const again = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(again.stdout).toContain('may work as BUSINESS in main (as before).')
    expect((await cli('list')).stdout).toMatch(new RegExp(`BUSINESS +${agent.lineUserId} +main`))
    const widened = await cli('approve', agent.lineUserId, '--role', 'BUSINESS', '--all-channels')
    expect(widened.stdout).toContain('in all channels.')
    const still = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(still.stdout).toContain('in all channels (as before).')
  })

  test('a long list is cut, and a line says so', async () => {
    const many = await createTestDesk()
    try {
      await many.context.db.execute(
        sql`insert into staff (line_user_id, display_name) select 'U' || md5(n::text), 'คน ' || n from generate_series(1, 1003) n`,
      )
      const listed = await runCli('staff/staff.cli.ts', ['list'], {
        DATABASE_URL: databaseUrl(many.database.ownerAddress),
      })
      const lines = listed.stdout.trim().split('\n')
      expect(lines).toHaveLength(1_002)
      expect(lines.at(-1)).toBe('These are the first 1000 of 1003.')
    } finally {
      await many.close()
    }
  })

  test('an unknown channel is refused', async () => {
    const agent = await desk.signInAs()
    const outcome = await cli('approve', agent.lineUserId, '--role', 'ADMIN', '--channels', 'main,gold')
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no channel gold') })
  })

  test('pnpm channels connects an official account that LINE vouches for', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'desk-test-'))
    const simulator = await startSimulator({ dataDir: dir, deskUrl: 'http://localhost:8080', port: 0 })
    try {
      const [account] = simulator.world.channels
      if (account === undefined) throw new Error('the simulator has no account')
      const environment = { DATABASE_URL: url, LINE_API_URL: simulator.url, SECRETS_KEY: TEST_SECRETS_KEY }
      const { channel_secret: secret, channel_access_token: token } = account
      const add = (key: string, accessToken: string) =>
        runCli('channels/channels.cli.ts', ['add', key, '--name', 'OA ใหม่'], {
          ...environment,
          CHANNEL_SECRET: secret,
          CHANNEL_ACCESS_TOKEN: accessToken,
        })
      expect(await add('new', 'wrong')).toMatchObject({
        code: 1,
        stderr: 'LINE does not know this channel access token.\n',
      })
      expect(await add('new', token)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('/line/webhook/new'),
      })
      expect(await add('newer', token)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('connected as new'),
      })
      const listed = await runCli('channels/channels.cli.ts', ['list'], environment)
      expect(listed.stdout).toMatch(
        new RegExp(`new +${account.bot_user_id} +/line/webhook/new +not refused +OA ใหม่`),
      )
      expect(listed.stdout).not.toContain(secret)
    } finally {
      await simulator.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})

test('without a running desk the embedded database is started for the moment', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  try {
    expect((await runCli('cli/migrate.cli.ts', ['--yes'], { DATA_DIR: dataDir })).code).toBe(0)
    expect(await runCli('staff/staff.cli.ts', ['list'], { DATA_DIR: dataDir })).toEqual({
      code: 0,
      stdout: 'Nobody has signed in yet.\n',
      stderr: '',
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
