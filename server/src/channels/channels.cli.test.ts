import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channels as channelTable } from '../db/schema.ts'
import { hasTerminal, runAtTerminal } from '../testing/cli-process.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl } from '../testing/server-process.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { sealedColumn, TEST_ENCRYPTION, TEST_SECRETS_KEY } from '../testing/test-encryption.ts'
import { decryptSecret } from './channel-secrets.store.ts'

const BOT = `U${'b'.repeat(32)}`
const SECRET = 'c0ffee5ec7e7'
const TOKEN = 'the+access/token='

let desk: TestDesk
let line: Server
let environment: Record<string, string>
let folder: string
/** HTTP status that the fake LINE server returns for a known token. */
let status = 200
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-test-'))
  desk = await createTestDesk()
  line = createServer((request, response) => {
    const known = request.headers.authorization === `Bearer ${TOKEN}`
    response
      .writeHead(known ? status : 401, { connection: 'close' })
      .end(JSON.stringify(known ? { userId: BOT } : { message: 'Authentication failed' }))
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  environment = {
    DATABASE_URL: databaseUrl(desk.database.ownerAddress),
    SECRETS_KEY: TEST_SECRETS_KEY,
    LINE_API_URL: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
  }
})
afterAll(async () => {
  await new Promise((done) => line.close(done))
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

const channels = (args: string[], more: Record<string, string> = {}) =>
  runCli('channels/channels.cli.ts', args, { ...environment, ...more })
const stored = async (key: string) =>
  (await desk.context.db.select().from(channelTable).where(eq(channelTable.key, key)))[0]
const encrypted = expect.stringMatching(/^sealed:1:/)
/** Checks that both secret columns are encrypted, and returns the decrypted secrets. */
async function secretsOf(key: string) {
  const row = await stored(key)
  if (row === undefined) return undefined
  expect([row.secret, row.accessToken]).toEqual([encrypted, encrypted])
  return {
    secret: decryptSecret(TEST_ENCRYPTION, key, 'secret', row.secret),
    accessToken: decryptSecret(TEST_ENCRYPTION, key, 'accessToken', row.accessToken),
  }
}

describe('secrets of a channel', () => {
  test.each([
    ['--secret', SECRET],
    ['--token', TOKEN],
  ])('refuses a channel secret as argument %s with the reason', async (option, value) => {
    const outcome = await channels(['add', 'shop', '--name', 'Shop', option, value])
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toMatch(/process list/)
    expect(outcome.stderr).not.toContain(value)
  })

  test('reads channel secrets from files', async () => {
    const [secretFile, tokenFile] = [join(folder, 'secret'), join(folder, 'token')]
    writeFileSync(secretFile, `${SECRET}\n`, { mode: 0o600 })
    writeFileSync(tokenFile, `${TOKEN}\n`, { mode: 0o600 })
    const given = ['--secret-file', secretFile, '--token-file', tokenFile]
    const outcome = await channels(['add', 'shop', '--name', 'Shop', ...given])
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(await secretsOf('shop')).toEqual({ secret: SECRET, accessToken: TOKEN })
    const missing = await channels(['add', 'shop', '--name', 'Shop', '--secret-file', join(folder, 'none')])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^.*ENOENT.*\n$/) })
  })

  test('reads channel secrets from the environment', async () => {
    const outcome = await channels(['add', 'shop', '--name', 'Shop'], {
      CHANNEL_SECRET: 'another',
      CHANNEL_ACCESS_TOKEN: TOKEN,
    })
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(await secretsOf('shop')).toEqual({ secret: 'another', accessToken: TOKEN })
  })

  test('prints how to pass channel secrets when there is no file, variable or terminal', async () => {
    const outcome = await channels(['add', 'shop', '--name', 'Shop'])
    expect(outcome).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^.*--secret-file.*CHANNEL_SECRET/),
    })
  })

  test.runIf(hasTerminal)('reads channel secrets from a terminal prompt that hides them', async () => {
    const args = ['add', 'shop', '--name', 'Shop']
    const { code, shown } = await runAtTerminal('channels/channels.cli.ts', args, environment, [
      [/channel secret: /, SECRET],
      [/channel access token: /, TOKEN],
    ])
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('is connected as shop') })
    expect(shown).not.toContain(SECRET)
    expect(shown).not.toContain(TOKEN)
    expect(await secretsOf('shop')).toEqual({ secret: SECRET, accessToken: TOKEN })
  })
})

describe('`pnpm channels list`', () => {
  test('`channels list` reports a token that cannot be decrypted without affecting other channels', async () => {
    const setToken = (accessToken = '') =>
      desk.context.db.update(channelTable).set({ accessToken }).where(eq(channelTable.key, 'main'))
    const storedToken = (await stored('main'))?.accessToken
    await setToken((await stored('shop'))?.accessToken)
    const { stdout } = await channels(['list', '--check'])
    await setToken(storedToken)
    expect(stdout).toMatch(/main .* cannot be decrypted: it was encrypted with another SECRETS_KEY/)
    expect(stdout).toMatch(/shop .* works +Shop/)
  })

  test("`channels list` shows LINE's last refusal of a token until the token is accepted or replaced", async () => {
    const listed = await channels(['list', '--check'])
    expect(listed.stdout).toMatch(/shop .* works +Shop/)
    expect(listed.stdout).toMatch(/main .* refused by LINE/)
    const noted = (await channels(['list'])).stdout
    expect(noted).toMatch(/shop .* not refused +Shop/)
    expect(noted).toMatch(
      /main .* refused by LINE since \d{4}-\d\d-\d\d \d\d:\d\d \(Authentication failed\): issue a new one in LINE’s console, then run pnpm channels rotate/,
    )
    await desk.context.db
      .update(channelTable)
      .set({ accessToken: sealedColumn('main', 'access_token', TOKEN), lineBotUserId: 'UO' })
      .where(eq(channelTable.key, 'main'))
    await channels(['check', 'main'])
    expect((await channels(['list'])).stdout).toMatch(/main .* not refused/)
    await desk.context.db
      .update(channelTable)
      .set({ tokenRefusedAt: new Date(), tokenRefusal: 'revoked' })
      .where(eq(channelTable.key, 'shop'))
    expect((await channels(['list'])).stdout).toMatch(/shop .* \(revoked\)/)
    const given = { CHANNEL_SECRET: SECRET, CHANNEL_ACCESS_TOKEN: TOKEN }
    expect(await channels(['add', 'shop', '--name', 'Shop'], given)).toMatchObject({ code: 0 })
    expect((await channels(['list'])).stdout).toMatch(/shop .* not refused/)
  })

  test('`channels list` reports no token state when LINE fails or is unreachable', async () => {
    status = 500
    const unknown = await channels(['check', 'shop'])
    status = 200
    expect(unknown).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/shop +token +WRONG +not known: LINE returned 500/),
    })
    const away = await channels(['check', 'shop'], { LINE_API_URL: 'http://127.0.0.1:9' })
    expect(away).toMatchObject({ code: 1, stdout: expect.stringContaining('LINE cannot be reached') })
  })

  test('`channels list` rejects unknown arguments', async () => {
    expect(await channels(['check', 'nowhere'])).toMatchObject({ code: 1 })
    expect(await channels(['lsit'])).toMatchObject({ code: 2, stderr: expect.stringContaining('lsit') })
    expect(await channels(['check', '--name', 'x'])).toMatchObject({ code: 2 })
    expect(await channels(['reseal', 'shop'])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('the secrets key', () => {
  const NEW_KEY = '0f'.repeat(32)

  test('requires SECRETS_KEY with DATABASE_URL and prints the command that creates a key', async () => {
    const { SECRETS_KEY: _, ...without } = environment
    const outcome = await runCli('channels/channels.cli.ts', ['add', 'shop', '--name', 'Shop'], without)
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^SECRETS_KEY is required with DATABASE_URL: .*openssl rand -hex 32.*\n$/,
      ),
    })
    expect(await runCli('channels/channels.cli.ts', ['list'], without)).toMatchObject({ code: 0, stderr: '' })
  })

  test('`channels reseal` encrypts with the first of two secrets keys, so that the old key can be removed', async () => {
    const before = await secretsOf('shop')
    const wrong = await channels(['reseal'], { SECRETS_KEY: NEW_KEY })
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The channel secrets \(.*shop.*\) cannot be decrypted: .*\n$/),
    })
    const both = { SECRETS_KEY: `${NEW_KEY},${TEST_SECRETS_KEY}` }
    expect(await channels(['reseal'], both)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/encrypted again/),
      stderr: '',
    })
    expect((await channels(['list', '--check'], { SECRETS_KEY: NEW_KEY })).stdout).toMatch(/shop .* works/)
    expect(await channels(['reseal'], { SECRETS_KEY: NEW_KEY })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^All secrets are already encrypted with the first key/),
    })
    expect(await channels(['reseal'])).toMatchObject({ code: 1 })
    await channels(['reseal'], { SECRETS_KEY: `${TEST_SECRETS_KEY},${NEW_KEY}` })
    expect(await secretsOf('shop')).toEqual(before)
  })
})

describe('`pnpm channels set`', () => {
  const LABELLED = ['--ticket-on', 'action=contact_admin=ติดต่อแอดมิน']

  test('`channels set` replaces and removes the postbacks that open a ticket, and `channels check` shows them', async () => {
    const outcome = await channels(['set', 'main', ...LABELLED, '--ticket-on', 'menu=ขอความช่วยเหลือ'])
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(outcome.stdout).toMatch(/^action=contact_admin +ติดต่อแอดมิน$/m)
    expect(await stored('main')).toMatchObject({
      ticketPostbacks: [
        { prefix: 'action=contact_admin', label: 'ติดต่อแอดมิน' },
        { prefix: 'menu', label: 'ขอความช่วยเหลือ' },
      ],
    })
    await channels(['set', 'main', '--ticket-on', 'action==x=ติดต่อ'])
    expect((await stored('main'))?.ticketPostbacks).toEqual([{ prefix: 'action==x', label: 'ติดต่อ' }])
    expect((await channels(['check', 'main'])).stdout).toMatch(
      /^main +ticket-on +works +action==x … opens a ticket: ติดต่อ$/m,
    )
    expect(await channels(['set', 'main', '--no-ticket-on'])).toMatchObject({
      code: 0,
      stdout: 'In main no postback opens a ticket now.\n',
    })
    expect((await stored('main'))?.ticketPostbacks).toEqual([])
    const { rows: events } = await desk.context.db.$client.query(
      "select detail from security_events where detail -> 'changed' ? 'ticketPostbacks' order by id",
    )
    expect(events).toHaveLength(3)
    expect(events[0]).toMatchObject({
      detail: { by: 'command line', channel: 'main', ticketPostbacks: ['ติดต่อแอดมิน', 'ขอความช่วยเหลือ'] },
    })
  })

  test.each([
    [['set', 'main'], /either --ticket-on or --no-ticket-on/],
    [['set', 'main', '--ticket-on', ''], /it has no "="/],
    [['add', 'main', '--name', 'x', ...LABELLED], /--ticket-on can only be used with set/],
  ])('`channels set` refuses the arguments %j with the reason', async (args, reason) => {
    expect(await channels(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(reason),
    })
  })

  test('`channels set` reports a channel that is not connected', async () => {
    expect(await channels(['set', 'nowhere', ...LABELLED])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no channel nowhere/),
    })
  })
})

describe('`pnpm channels remove`', () => {
  test('`channels remove` asks for confirmation; without a terminal it requires `--yes`', async () => {
    const refused = await channels(['remove', 'main'])
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /0 open tickets and 0 closed ones.*They remain(.|\n)*Nothing was changed.*--yes/,
      ),
    })
    expect(await stored('main')).toMatchObject({ removedAt: null })
    const removed = await channels(['remove', 'main', '--yes'])
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('main is removed'), stderr: '' })
    expect(await stored('main')).toMatchObject({ removedAt: expect.any(Date) })
    const listed = await channels(['list'])
    expect(listed.stderr).toBe('Removed: main\n')
    expect(listed.stdout).not.toMatch(/^main /m)
    expect(await channels(['remove', 'main', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no channel main/),
    })
  })

  test.each([[[]], [['main', 'vip']], [['main', '--name', 'x']], [['main', '--check']]])(
    '`channels remove` rejects the arguments %s',
    async (args) => {
      expect(await channels(['remove', ...args])).toMatchObject({ code: 2, stdout: '' })
    },
  )
})
