import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { startSimulator } from 'line-simulator/simulator.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { staff } from './db/schema.ts'
import type { DeskEvent } from './event-bus.ts'
import { startNotificationListener } from './sessions/notification-listener.ts'
import { runCliProcess } from './testing/cli-process.ts'
import { openTicket } from './testing/line-events.ts'
import { runCli } from './testing/run-cli.ts'
import { databaseUrl } from './testing/server-process.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from './testing/test-desk.ts'
import { TEST_SECRETS_KEY } from './testing/test-encryption.ts'

describe('`pnpm staff` with a running server', () => {
  let desk: TestDesk
  let url: string
  beforeAll(async () => {
    desk = await createTestDesk()
    url = databaseUrl(desk.database.ownerAddress)
  })
  afterAll(() => desk.close())

  const cli = (...args: string[]) => runCli('staff.cli.ts', args, { DATABASE_URL: url })

  test('approves a staff member who has signed in', async () => {
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

  test('suspends a staff member immediately: the next call is refused and the sockets are closed', async () => {
    const agent = await desk.signInAs()
    const listener = startNotificationListener(desk.context)
    await listener.ready
    const received = new Promise<DeskEvent>((resolve) => {
      desk.context.bus.subscribe((event) => {
        if (event.kind === 'session_ended') resolve(event)
      })
    })
    const suspended = await cli('suspend', agent.lineUserId)
    expect(suspended).toMatchObject({ code: 0, stdout: expect.stringContaining('sessions ended: 1') })
    expect(await received).toEqual({ kind: 'session_ended', staffId: agent.staffId })
    listener.stop()
    const refused = await desk.app.inject({ url: '/auth/me', headers: agent.headers })
    expect(refused.statusCode).toBe(401)
  })

  /** Returns the ids of tickets that this agent has accepted, one in each channel. */
  async function holding(agent: { headers: { authorization: string } }, ...channelKeys: string[]) {
    const ids: string[] = []
    for (const channelKey of channelKeys) {
      const { ticketId } = await openTicket(desk, { channelKey })
      const url = `/api/staff/tickets/${ticketId}/accept`
      await desk.app.inject({ method: 'POST', url, headers: agent.headers })
      ids.push(ticketId)
    }
    return ids
  }
  const ticket = async (id = '') => {
    const { headers } = await desk.signInAs()
    const of = async (path: string) =>
      (await desk.app.inject({ url: `/api/staff/tickets/${path}`, headers })).json()
    // Reads the newest event, which `timeline_events` lists first.
    const { timeline_events } = await of(`${id}/messages`)
    return { assigned: (await of(id)).assigned_to?.id ?? null, timelineEvent: timeline_events[0] }
  }

  test('unassigns the open tickets of a suspended staff member and notifies every server', async () => {
    const agent = await desk.signInAs()
    const [first, second] = await holding(agent, 'main', 'main')
    const listener = startNotificationListener(desk.context)
    await listener.ready
    const received: DeskEvent[] = []
    const stop = desk.context.bus.subscribe((event) => received.push(event))
    const suspended = await cli('suspend', agent.lineUserId)
    expect(suspended).toMatchObject({ code: 0, stdout: expect.stringContaining('returned to the queue: 2') })
    await vi.waitFor(() =>
      expect(received.filter((event) => event.kind === 'ticket').map((event) => event.ticketId)).toEqual(
        expect.arrayContaining([first, second]),
      ),
    )
    stop()
    listener.stop()
    expect(await ticket(first)).toMatchObject({
      assigned: null,
      timelineEvent: {
        kind: 'returned',
        staff: null,
        from: { id: agent.staffId },
        text: 'ผู้รับผิดชอบถูกระงับการใช้งาน',
      },
    })
    const { rows } = await desk.context.db.$client.query(
      'select count(*)::int from ticket_assignments where staff_id = $1 and ended_at is null',
      [agent.staffId],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('`staff suspend --transfer-to` transfers tickets if the receiver may work in the channel, and unassigns others', async () => {
    await desk.addChannel('vip')
    const [agent, newAssignee] = [await desk.signInAs(), await desk.signInAs({ channelKeys: ['main'] })]
    const [main, vip] = await holding(agent, 'main', 'vip')
    const done = await cli('suspend', agent.lineUserId, '--transfer-to', newAssignee.lineUserId)
    expect(done.stdout).toMatch(/returned to the queue: 1\.\n.*transferred to .*: 1\./)
    expect(await ticket(main)).toMatchObject({
      assigned: newAssignee.staffId,
      timelineEvent: { kind: 'transferred', from: { id: agent.staffId }, to: { id: newAssignee.staffId } },
    })
    expect(await ticket(vip)).toMatchObject({ assigned: null, timelineEvent: { kind: 'returned' } })
  })

  test('unassigns tickets only in channels that the staff member has lost', async () => {
    await desk.addChannel('other')
    const agent = await desk.signInAs()
    const [main, other] = await holding(agent, 'main', 'other')
    const narrowed = await cli('approve', agent.lineUserId, '--role', 'ADMIN', '--channels', 'main')
    expect(narrowed.stdout).toContain('returned to the queue: 1')
    expect(await ticket(main)).toMatchObject({ assigned: agent.staffId })
    expect(await ticket(other)).toMatchObject({
      assigned: null,
      timelineEvent: { text: 'ผู้รับผิดชอบไม่มีสิทธิ์ใน OA นี้แล้ว' },
    })
    const role = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(role.stdout).not.toContain('returned to the queue')
  })

  test('`staff suspend` changes nothing when the receiver of tickets is unknown, suspended or the person to suspend', async () => {
    const [agent, suspended] = [await desk.signInAs(), await desk.signInAs()]
    const [held] = await holding(agent, 'main')
    await cli('suspend', suspended.lineUserId)
    for (const [newAssignee, code] of [
      [suspended.lineUserId, 1],
      [randomLineUserId(), 1],
      [agent.lineUserId, 2],
    ] as const)
      expect((await cli('suspend', agent.lineUserId, '--transfer-to', newAssignee)).code).toBe(code)
    expect(await ticket(held)).toMatchObject({ assigned: agent.staffId })
  })

  test('ends the sessions of a staff member only when rights change', async () => {
    const agent = await desk.signInAs({ role: 'ADMIN' })
    const status = async () => (await desk.app.inject({ url: '/auth/me', headers: agent.headers })).statusCode
    await cli('approve', agent.lineUserId, '--role', 'admin')
    expect(await status()).toBe(200)
    const changed = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(changed.stdout).toContain('must sign in again')
    expect(await status()).toBe(401)
  })

  test.each<[string, string[], number, RegExp]>([
    ['nothing', [], 2, /Usage/],
    ['an unknown word', ['promote'], 2, /Unknown command: promote/],
    ['an unknown option', ['list', '--all'], 2, /--all/],
    [
      'an option of another command',
      ['suspend', randomLineUserId(), '--role', 'ADMIN'],
      2,
      /--role can only be used with approve/,
    ],
    ['no role', ['approve', randomLineUserId()], 2, /--role must be BUSINESS or ADMIN/],
    ['no such role', ['approve', randomLineUserId(), '--role', 'BOSS'], 2, /--role must be/],
    [
      'two answers to one question',
      ['approve', randomLineUserId(), '--role', 'ADMIN', '--channels', 'main', '--all-channels'],
      2,
      /cannot be used together/,
    ],
    [
      'no channel named',
      ['approve', randomLineUserId(), '--role', 'ADMIN', '--channels', ','],
      2,
      /at least one/,
    ],
    ['no id', ['suspend'], 2, /id is required/],
    ['what is no id', ['suspend', 'U123'], 2, /not a LINE user id/],
    ['nobody', ['suspend', randomLineUserId()], 1, /No user with the LINE user id/],
    ['nobody to approve', ['approve', randomLineUserId(), '--role', 'ADMIN'], 1, /No user with/],
  ])('`pnpm staff` reports %s with a clear message and exit code', async (_name, args, code, words) => {
    const outcome = await cli(...args)
    expect(outcome.code).toBe(code)
    expect(outcome.stdout).toBe('')
    expect(outcome.stderr).toMatch(words)
    expect(outcome.stderr).not.toMatch(/^\s+at /m)
  })

  test('`staff approve` without channel options keeps the channels of an approved staff member', async () => {
    const agent = await desk.signInAs({ role: 'ADMIN', channelKeys: ['main'] })
    const again = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(again.stdout).toContain('may work as BUSINESS in main (as before).')
    expect((await cli('list')).stdout).toMatch(new RegExp(`BUSINESS +${agent.lineUserId} +main`))
    const widened = await cli('approve', agent.lineUserId, '--role', 'BUSINESS', '--all-channels')
    expect(widened.stdout).toContain('in all channels.')
    const still = await cli('approve', agent.lineUserId, '--role', 'BUSINESS')
    expect(still.stdout).toContain('in all channels (as before).')
  })

  test('truncates a long list of staff and prints that it is truncated', async () => {
    const many = await createTestDesk()
    try {
      await many.context.db.execute(
        sql`insert into staff (line_user_id, display_name) select 'U' || md5(n::text), 'คน ' || n from generate_series(1, 1003) n`,
      )
      const listed = await runCli('staff.cli.ts', ['list'], {
        DATABASE_URL: databaseUrl(many.database.ownerAddress),
      })
      const lines = listed.stdout.trim().split('\n')
      expect(lines).toHaveLength(1_002)
      expect(lines.at(-1)).toBe('These are the first 1000 of 1003 users.')
    } finally {
      await many.close()
    }
  })

  test('`staff approve` rejects an unknown channel', async () => {
    const agent = await desk.signInAs()
    const outcome = await cli('approve', agent.lineUserId, '--role', 'ADMIN', '--channels', 'main,gold')
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no channel gold') })
  })

  test('`pnpm channels add` connects a channel that LINE confirms', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'desk-test-'))
    const simulator = await startSimulator({ dataDir: dir, deskUrl: 'http://localhost:8080', port: 0 })
    try {
      const [channel] = simulator.world.channels
      if (channel === undefined) throw new Error('the simulator has no account')
      const environment = { DATABASE_URL: url, LINE_API_URL: simulator.url, SECRETS_KEY: TEST_SECRETS_KEY }
      const { channel_secret: secret, channel_access_token: token } = channel
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
        new RegExp(`new +${channel.bot_user_id} +/line/webhook/new +not refused +OA ใหม่`),
      )
      expect(listed.stdout).not.toContain(secret)
    } finally {
      await simulator.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})

test('`pnpm staff` starts the embedded database temporarily when no server runs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  try {
    expect((await runCli('cli/migrate.cli.ts', ['--yes'], { DATA_DIR: dataDir })).code).toBe(0)
    expect(await runCliProcess('staff.cli.ts', ['list'], { DATA_DIR: dataDir })).toEqual({
      code: 0,
      stdout: 'No users have signed in yet.\n',
      stderr: '',
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
