import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasTerminal, runAtTerminal } from '../testing/cli-process.ts'
import { createLineWorld, type LineWorld } from '../testing/line-world.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl } from '../testing/server-process.ts'
import { sealedColumn, TEST_SECRETS_KEY } from '../testing/test-encryption.ts'

let world: LineWorld
let environment: Record<string, string>
beforeAll(async () => {
  world = await createLineWorld()
  environment = {
    DATABASE_URL: databaseUrl(world.testDesk.database.ownerAddress),
    SECRETS_KEY: TEST_SECRETS_KEY,
    LINE_API_URL: world.simulator.url,
    PUBLIC_URL: world.deskUrl,
    PUBLIC_MEDIA_URL: 'https://media.desk.co.th',
  }
  await setBotInfo({ chat: false })
})
afterAll(() => world?.close())
afterEach(() => setBotInfo({ chat: false, quota: 500, used: 10 }))

const channels = (args: string[], more: Record<string, string> = {}) =>
  runCli('channels/channels.cli.ts', args, { ...environment, ...more })
const check = (more: Record<string, string> = {}) => channels(['check', 'main'], more)
/** Replaces a stored secret of channel `main`. */
const setStored = (column: 'secret' | 'access_token', plain: string) =>
  query(`update channels set ${column} = '${sealedColumn('main', column, plain)}' where key = 'main'`)
const query = async (text: string) => (await world.testDesk.context.db.$client.query(text)).rows

/** Changes the LINE account's settings in the simulator, as an admin does in LINE's consoles. */
async function setBotInfo(change: object): Promise<void> {
  const response = await fetch(`${world.simulator.url}/simulator/channels/main`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  if (!response.ok) throw new Error(await response.text())
}

function botInfo(key = 'main') {
  const found = world.simulator.world.channels.find((each) => each.key === key)
  if (found === undefined) throw new Error(`LINE has no ${key}`)
  return found
}

async function setEndpoint(endpoint: string): Promise<void> {
  await fetch(`${world.simulator.url}/v2/bot/channel/webhook/endpoint`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${botInfo().channel_access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ endpoint }),
  })
}

describe('`pnpm channels check`', () => {
  test('`channels check` reports a healthy account as working, stores the data from LINE and exits with 0', async () => {
    await setBotInfo({ quota: 500, used: 10 })
    const outcome = await check()
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    const lines = outcome.stdout.split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^KEY +WHAT +STATE/),
      expect.stringMatching(/^main +token +works +LINE accepts it/),
      expect.stringMatching(/^main +webhook +works +LINE called http\S+\/line\/webhook\/main and got 200$/),
      expect.stringMatching(/^main +chat +works +off in LINE’s manager/),
      expect.stringMatching(/^main +quota +works +10 of 500 messages of this month are used$/),
      expect.stringMatching(
        /^main +redelivery +not known +LINE does not report it.*Webhook redelivery must be on/,
      ),
      expect.stringMatching(/^ +pictures +works/),
      '',
    ])
    const { name, basic_id } = botInfo()
    expect(
      await query(
        "select line_name, basic_id, chat_mode, mark_as_read_mode, quota_limit, quota_used, quota_checked_at is not null as checked from channels where key = 'main'",
      ),
    ).toEqual([
      {
        line_name: name,
        basic_id,
        chat_mode: 'bot',
        mark_as_read_mode: 'auto',
        quota_limit: 500,
        quota_used: 10,
        checked: true,
      },
    ])
  })

  test.each([
    [
      'chat enabled in LINE’s manager',
      { chat: true },
      0,
      /chat +look +on in LINE’s manager.*never reach the desk/,
    ],
    ['80 % of the quota used', { quota: 500, used: 400 }, 0, /quota +look +400 of 500 messages.*may run out/],
    ['the whole quota used', { quota: 500, used: 500 }, 1, /quota +WRONG +500 of 500.*others fail/],
    ['an unlimited quota', { quota: 'none', used: 7 }, 0, /quota +works +7 messages this month, no limit/],
  ])(
    '`channels check` reports chat mode and quota of a LINE account with %s',
    async (_name, change, code, words) => {
      await setBotInfo(change)
      expect(await check()).toMatchObject({ code, stdout: expect.stringMatching(words) })
    },
  )

  test.each([
    [
      'another address',
      () => `${world.deskUrl}/line/webhook/other`,
      /webhook +WRONG +LINE calls another URL, \S+other: enter /,
    ],
    [
      'an address where nobody listens',
      () => 'http://127.0.0.1:9/line/webhook/main',
      /WRONG +LINE called \S+: COULD_NOT_CONNECT.*is the server running/,
    ],
    [
      'an address that is not the desk',
      () => `${world.simulator.url}/nothing/line/webhook/main`,
      /WRONG +LINE called \S+: ERROR_STATUS_CODE \(404\).*does not have this channel/,
    ],
  ])('`channels check` reports a webhook at %s as wrong', async (name, endpoint, words) => {
    await setEndpoint(endpoint())
    // Without PUBLIC_URL, the check compares only the webhook URL's path.
    const more: Record<string, string> = name === 'another address' ? {} : { PUBLIC_URL: '' }
    const outcome = await check(more)
    await setEndpoint(`${world.deskUrl}/line/webhook/main`)
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(words) })
  })

  test('`channels check` reports a token that LINE refuses and a token of another account', async () => {
    const [before] = await query("select access_token from channels where key = 'main'")
    for (const [token, words] of [
      ['revoked', /main +token +WRONG +refused by LINE \(.*\): issue a new one/],
      [botInfo('vip').channel_access_token, /main +token +WRONG +belongs to another LINE Official Account/],
    ] as const) {
      await setStored('access_token', token)
      const outcome = await check()
      expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(words) })
      expect(outcome.stdout).not.toContain(token)
    }
    await query(`update channels set access_token = '${before.access_token}' where key = 'main'`)
    expect(await check()).toMatchObject({ code: 0 })
  })

  test.each([
    ['http://desk.example.com', 'is not https'],
    ['https://localhost:8080', 'of this machine or of a private network'],
    ['https://192.168.1.7', 'of this machine or of a private network'],
    ['https://[fd00::1]', 'of this machine or of a private network'],
    ['https://desk', 'a host name of a private network'],
  ])('reports that LINE cannot fetch images from PUBLIC_MEDIA_URL %s', async (url, words) => {
    const outcome = await check({ PUBLIC_MEDIA_URL: url })
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toMatch(
      /pictures +WRONG +LINE cannot fetch images for customers from PUBLIC_MEDIA_URL: /,
    )
    expect(outcome.stdout).toContain(words)
  })

  test.each([
    ['https://desk.co.th', /pictures +works +no problem found with PUBLIC_URL/],
    ['http://desk.co.th', /pictures +WRONG +[^\n]+ PUBLIC_URL: http:\/\/desk\.co\.th is not https/],
    ['', /pictures +WRONG +[^\n]+ PUBLIC_URL: it is not set/],
  ])('checks image URLs by PUBLIC_URL "%s" when PUBLIC_MEDIA_URL is unset', async (url, words) => {
    expect((await check({ PUBLIC_MEDIA_URL: '', PUBLIC_URL: url })).stdout).toMatch(words)
  })
})

describe('`pnpm channels rotate`', () => {
  const rotate = (more: Record<string, string>, ...words: string[]) =>
    channels(['rotate', 'main', ...words], more)

  test('`channels rotate` stores a new secret, tests it by a webhook, and logs the change without the secret', async () => {
    await setStored('secret', 'of yesterday')
    // Retries the check, because servers cache the secret for a few seconds.
    await expect
      .poll(() => check(), { timeout: 60_000, interval: 500 })
      .toMatchObject({
        code: 1,
        stdout: expect.stringMatching(
          /webhook +WRONG .*ERROR_STATUS_CODE \(401\).*channel secret is not the one/,
        ),
      })
    const { channel_secret } = botInfo()
    const outcome = await rotate({ CHANNEL_SECRET: channel_secret })
    expect(outcome).toEqual({
      code: 0,
      stdout:
        "main has a new channel secret; it is used from now on.\nWaiting until all servers use the new secret; then LINE calls the webhook …\nLINE called the desk's webhook, and the desk accepted the call.\n",
      stderr: '',
    })
    expect(await check()).toMatchObject({ code: 0 })
    expect(await query('select kind, detail from security_events order by id desc limit 1')).toEqual([
      { kind: 'channel_changed', detail: { by: 'command line', channel: 'main', changed: ['secret'] } },
    ])
    expect(await rotate({ CHANNEL_SECRET: channel_secret })).toMatchObject({
      code: 0,
      stdout: 'The desk already has these values.\n',
    })
  })

  test('`channels rotate` reports a wrong secret immediately', async () => {
    const outcome = await rotate({ CHANNEL_SECRET: 'mistyped' })
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ERROR_STATUS_CODE \(401\).*channel secret is not the one/),
    })
    expect(outcome.stdout + outcome.stderr).not.toContain('mistyped')
    await rotate({ CHANNEL_SECRET: botInfo().channel_secret })
  })

  test('`channels rotate` changes nothing when LINE refuses the token or the token belongs to another account', async () => {
    const before = await query("select secret, access_token from channels where key = 'main'")
    const { channel_access_token } = botInfo('vip')
    const foreign = await rotate({ CHANNEL_ACCESS_TOKEN: channel_access_token, CHANNEL_SECRET: 'x' })
    expect(foreign).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing was changed: main is U/),
    })
    const unknown = await rotate({ CHANNEL_ACCESS_TOKEN: 'unknown' })
    expect(unknown).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'LINE does not know this channel access token.\n',
    })
    expect(await query("select secret, access_token from channels where key = 'main'")).toEqual(before)
  })

  test.each([
    [
      'without anything new and without a terminal',
      ['rotate', 'main'],
      /^No new value is given: use --secret-file/,
    ],
    [
      'with an option of another command',
      ['rotate', 'main', '--name', 'x'],
      /^--name cannot be used with rotate/,
    ],
    ['with the secret itself', ['rotate', 'main', '--secret', 'x'], /^--secret is not accepted/],
    ['without a key', ['rotate'], /^Unknown command: rotate/],
  ])('`channels rotate` changes nothing when the command is called %s', async (_name, words, stderr) => {
    expect(await channels(words)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    })
  })

  test.runIf(hasTerminal)('`channels rotate` hides input, and an empty line keeps a secret', async () => {
    const { channel_access_token, channel_secret } = botInfo()
    await setStored('access_token', 'revoked')
    const { code, shown } = await runAtTerminal('channels/channels.cli.ts', ['rotate', 'main'], environment, [
      [/new channel secret .*: /, ''],
      [/new channel access token .*: /, channel_access_token],
    ])
    expect({ code, shown }).toEqual({
      code: 0,
      shown: expect.stringContaining('main has a new channel access token; it is used from now on.'),
    })
    expect(shown).not.toContain(channel_access_token)
    expect(shown).not.toContain(channel_secret)
    expect(await check()).toMatchObject({ code: 0 })
  })

  test('`channels rotate` reports an unknown channel', async () => {
    const outcome = await channels(['rotate', 'nowhere'], { CHANNEL_SECRET: 'x' })
    expect(outcome).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no channel nowhere/),
    })
  })
})
