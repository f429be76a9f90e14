import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { formatMoment, formatTable, printable } from '../cli/table.ts'
import { askWhether, readNewSecrets, readSecret } from '../cli/terminal-input.ts'
import { requireDesk, withDeskDatabase } from '../cli/with-database.ts'
import { readSecretsConfig } from '../config.ts'
import type { Db } from '../db/client.ts'
import { readBotInfo, requireAccount, testWebhook } from '../line-api/account.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { findEncryption } from '../secrets/secrets-key.ts'
import { noteChecked, storeChannelInfo } from './account.store.ts'
import {
  type ChannelRow,
  describeChannel,
  findChannels,
  findRemovedChannels,
  removeChannel,
  rotateSecrets,
  saveChannel,
} from './channel.store.ts'
import {
  findAccessTokens,
  reencryptSecrets,
  requireDecryptableSecrets,
  requireEncryption,
} from './channel-secrets.store.ts'
import { noteTokenAccepted, noteTokenRefused } from './channel-token.store.ts'
import { checkChannel, type Finding, RENEW_TOKEN, wordsOfTest } from './check-channel.ts'
import { whyOutOfReach } from './media-reach.ts'
import { parseTicketPostbacks, saveTicketPostbacks } from './ticket-postbacks.ts'

const USAGE = `Usage:
  pnpm channels list [--check]
  pnpm channels check [<key>]
  pnpm channels add <key> --name <name> [--secret-file <file>] [--token-file <file>] [--yes]
  pnpm channels rotate <key> [--secret-file <file>] [--token-file <file>]
  pnpm channels set <key> --ticket-on '<data prefix>=<label>' [--ticket-on …] | --no-ticket-on
  pnpm channels remove <key> [--yes]
  pnpm channels reseal

add connects an official account, or renews the name, secret and token of one. It asks for the channel secret and the
channel access token where neither a file nor CHANNEL_SECRET and CHANNEL_ACCESS_TOKEN give them.
rotate puts in a new channel secret, a new token or both, given in the same ways; at the terminal an empty line keeps what
there is. Before it stores anything it asks LINE whether the token is this account's, and afterwards to call the webhook.
list says of each token whether LINE refused it when the desk last used it; list --check asks LINE anew.
check asks LINE about token, webhook, chat mode and the month's messages, says what is wrong and what to do, and whether
LINE could fetch pictures from PUBLIC_MEDIA_URL or PUBLIC_URL; exit code 1 when something is wrong.
set --ticket-on says which postbacks open a ticket: those whose data begins with a prefix (up to the last "="; the longest that
fits counts), for example 'action=contact_admin=ติดต่อแอดมิน'. Staff read the label. Repeat the option for several; they replace the
list there was. --no-ticket-on empties it: no postback opens a ticket, as at the beginning. check shows the list.
remove ends the connection: its webhook is unknown, nothing is sent, its secret and token are forgotten. Cases, messages
and rights stay as they are; add with the same key connects it again. It asks first; --yes: it does not.
reseal seals the secrets of all accounts again with the first key of SECRETS_KEY, so that the others may go.
LINE_API_URL says which LINE is asked (default https://api.line.me). add --yes: also where there is no desk yet.`

const options = {
  name: { type: 'string' },
  'secret-file': { type: 'string' },
  'token-file': { type: 'string' },
  check: { type: 'boolean' },
  'ticket-on': { type: 'string', multiple: true },
  'no-ticket-on': { type: 'boolean' },
  yes: { type: 'boolean' },
  // Declared only to refuse them with a reason.
  secret: { type: 'string' },
  token: { type: 'string' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Servers cache secrets for five seconds. Until then they still accept webhooks signed with the old secret. */
const SECRETS_READ_WITHIN_MS = 6_000
const DOES_NOT_OPEN = 'does not open with this SECRETS_KEY: another has sealed it'
const lineApi = process.env.LINE_API_URL || 'https://api.line.me'

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command, key, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`)
  refuseSecrets(values)
  if (command === 'add') return add(key, values)
  if (command === 'remove' && key !== undefined) return remove(key, values)
  if (command === 'rotate' && key !== undefined) return rotate(key, values)
  if (command === 'set' && key !== undefined) return set(key, values)
  const [foreign] = Object.keys(values).filter((name) => command !== 'list' || name !== 'check')
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not belong to ${command ?? 'nothing'}.`)
  if (command === 'list' && key === undefined) return list(values.check)
  if (command === 'check') return check(key)
  if (command === 'reseal' && key === undefined) return reencryptAll()
  throw new UsageError(
    command === undefined ? 'A command is missing.' : `Not understood: ${positionals.join(' ')}`,
  )
})

function refuseSecrets(values: Values): void {
  for (const name of ['secret', 'token'] as const) {
    if (values[name] === undefined) continue
    throw new UsageError(
      `--${name} is not taken: arguments stand in the process list and in your shell's history. Leave it out to be asked, or use --${name}-file.`,
    )
  }
}

async function list(withCheck = false): Promise<void> {
  const [found, removed] = await withDeskDatabase(
    process.env,
    async (db) => [await findChannels(db), await findRemovedChannels(db)] as const,
  )
  if (removed.length > 0) console.error(`Removed: ${removed.map(({ key }) => key).join(', ')}`)
  if (found.length === 0) return console.log('There are no channels yet.')
  const states = withCheck ? await checkTokens() : undefined
  const rows = found.map((each) => [
    each.key,
    each.lineBotUserId,
    `/line/webhook/${each.key}`,
    states === undefined ? rememberedWords(each) : (states.get(each.key) ?? DOES_NOT_OPEN),
    each.name,
  ])
  console.log(formatTable(['KEY', 'BOT USER ID', 'WEBHOOK PATH', 'TOKEN', 'NAME'], rows))
}

async function check(key: string | undefined): Promise<void> {
  const all = await withDeskDatabase(process.env, findChannels)
  const asked = key === undefined ? all : all.filter((each) => each.key === key)
  if (key !== undefined && asked.length === 0) {
    throw new CommandError(noChannel(key))
  }
  if (asked.length === 0) return console.log('There are no channels yet.')
  const tokens = await withSecrets(findAccessTokens)
  const rows: [string, Finding][] = []
  for (const each of asked) {
    const accessToken = tokens.find((token) => token.key === each.key)?.accessToken
    for (const finding of await findingsOf(each, accessToken)) rows.push([each.key, finding])
    for (const { prefix, label } of each.ticketPostbacks)
      rows.push([
        each.key,
        { what: 'ticket-on', state: 'works', words: `${prefix} … opens a ticket: ${label}` },
      ])
  }
  rows.push(['', aboutImages()])
  console.log(
    formatTable(
      ['KEY', 'WHAT', 'STATE', ''],
      rows.map(([name, { what, state, words }]) => [name, what, state, words]),
    ),
  )
  if (rows.some(([, { state }]) => state === 'WRONG')) process.exitCode = 1
}

/** Returns the findings for one channel. Stores what LINE returned, as after every other call. */
async function findingsOf(
  { key, lineBotUserId }: ChannelRow,
  accessToken: string | undefined,
): Promise<Finding[]> {
  if (accessToken === undefined) return [{ what: 'token', state: 'WRONG', words: DOES_NOT_OPEN }]
  const access = { apiUrl: lineApi, accessToken }
  const checked = await checkChannel(access, { key, botUserId: lineBotUserId, webhookUrl: webhookUrlOf(key) })
  await withSecrets((db, encryption) => noteChecked(db, encryption, { key, accessToken }, checked))
  return checked.findings
}

function webhookUrlOf(key: string): string {
  return `${process.env.PUBLIC_URL?.replace(/\/+$/, '') ?? ''}/line/webhook/${key}`
}

function aboutImages(): Finding {
  const setting = process.env.PUBLIC_MEDIA_URL ? 'PUBLIC_MEDIA_URL' : 'PUBLIC_URL'
  const why = whyOutOfReach(process.env[setting])
  if (why === undefined)
    return { what: 'pictures', state: 'works', words: `nothing speaks against ${setting}` }
  return {
    what: 'pictures',
    state: 'WRONG',
    words: `LINE cannot fetch them for customers, ${setting}: ${why}`,
  }
}

/** Checks each token that can be decrypted with LINE, and stores the result as after every other call. */
async function checkTokens(): Promise<Map<string, string>> {
  const channels = await withSecrets(findAccessTokens)
  const checked = await Promise.all(
    channels.map(async (botInfo) => ({ botInfo, state: await readBotInfo({ apiUrl: lineApi, ...botInfo }) })),
  )
  await withSecrets(async (db, encryption) => {
    for (const { botInfo, state } of checked) {
      if (state.kind === 'refused') await noteTokenRefused(db, encryption, botInfo, state.reason)
      if (state.kind === 'known') await noteTokenAccepted(db, encryption, botInfo)
    }
  })
  return new Map(checked.map(({ botInfo, state }) => [botInfo.key, wordsOf(state, botInfo.lineBotUserId)]))
}

/** Runs `work` on the desk's database with its encryption key. */
function withSecrets<T>(
  work: (db: Db, encryption: Encryption) => Promise<T>,
  wanted?: Parameters<typeof withDeskDatabase>[2],
): Promise<T> {
  return withDeskDatabase(
    process.env,
    async (db) => work(db, await requireEncryption(db, readSecretsConfig(process.env))),
    wanted,
  )
}

/** Returns the stored result of the last LINE call with this token. */
function rememberedWords({ tokenRefusedAt, tokenRefusal }: ChannelRow): string {
  if (tokenRefusedAt === null) return 'not refused'
  return `refused by LINE since ${formatMoment(tokenRefusedAt)} (${tokenRefusal}): ${RENEW_TOKEN}`
}

function wordsOf(state: Awaited<ReturnType<typeof readBotInfo>>, botUserId: string): string {
  if (state.kind === 'refused') return `refused by LINE (${state.reason}): ${RENEW_TOKEN}`
  if (state.kind === 'unknown') return `not known: ${state.reason}`
  return state.botInfo.botUserId === botUserId ? 'works' : `of another account (${state.botInfo.botUserId})`
}

async function add(key: string | undefined, values: Values): Promise<void> {
  const { name } = values
  if (!key || !/^[a-z0-9][a-z0-9_-]{0,49}$/.test(key)) {
    throw new UsageError('The key must be 1 to 50 of a-z, 0-9, - and _, and begin with a letter or digit.')
  }
  if (!name) throw new UsageError('--name is needed.')
  if (values.check !== undefined) throw new UsageError('--check belongs to list.')
  for (const name of ['ticket-on', 'no-ticket-on'] as const)
    if (values[name] !== undefined) throw new UsageError(`--${name} belongs to set.`)
  await requireDesk(process.env, { makes: true, yes: values.yes })
  // Fail before the user types a secret.
  findEncryption(readSecretsConfig(process.env))
  const { secretSource, tokenSource } = sourcesOf(values)
  const secret = await readSecret(secretSource, process.env)
  const accessToken = await readSecret(tokenSource, process.env)
  const botInfo = await requireAccount({ apiUrl: lineApi, accessToken })
  const lineBotUserId = botInfo.botUserId
  const outcome = await withSecrets(
    (db, encryption) =>
      saveChannel(db, encryption, { key, name, secret, accessToken, lineBotUserId }, 'command line'),
    { makes: true, yes: true },
  )
  if (outcome.kind === 'account_taken') {
    throw new CommandError(
      outcome.isRemoved
        ? `This official account was connected as ${outcome.key} and removed: pnpm channels add ${outcome.key} brings it back, with its cases.`
        : `This official account is already connected as ${outcome.key}.`,
    )
  }
  if (outcome.kind === 'key_taken') {
    throw new CommandError(
      `Nothing was changed: ${key} belongs to another official account (${outcome.lineBotUserId}) with its customers and cases, and this token is of ${lineBotUserId}. Connect this account under a key of its own.`,
    )
  }
  await withDeskDatabase(process.env, (db) => storeChannelInfo(db, key, botInfo))
  console.log(
    `${name} is connected as ${key}. Its webhook URL ends in /line/webhook/${key}; Verify in LINE's console shows whether the channel secret is right.`,
  )
}

function sourcesOf(values: Values) {
  return {
    secretSource: {
      name: 'channel secret',
      option: 'secret-file',
      file: values['secret-file'],
      variable: 'CHANNEL_SECRET',
    },
    tokenSource: {
      name: 'channel access token',
      option: 'token-file',
      file: values['token-file'],
      variable: 'CHANNEL_ACCESS_TOKEN',
    },
  }
}

async function rotate(key: string, values: Values): Promise<void> {
  const [foreign] = Object.keys(values).filter((name) => name !== 'secret-file' && name !== 'token-file')
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not belong to rotate.`)
  const [channel] = (await withDeskDatabase(process.env, findChannels)).filter((each) => each.key === key)
  if (channel === undefined) throw new CommandError(noChannel(key))
  const stored = (await withSecrets(findAccessTokens)).find((each) => each.key === key)?.accessToken
  const { secretSource, tokenSource } = sourcesOf(values)
  const [secret, accessToken] = await readNewSecrets([secretSource, tokenSource], process.env)
  if (secret === undefined && accessToken === undefined) throw new CommandError('Nothing was changed.')
  const used = accessToken ?? stored
  if (used === undefined)
    throw new CommandError('The token in the desk does not open with this SECRETS_KEY: give a new one, too.')
  const botInfo = await requireAccount({ apiUrl: lineApi, accessToken: used })
  if (botInfo.botUserId !== channel.lineBotUserId) {
    throw new CommandError(
      `Nothing was changed: ${key} is ${channel.lineBotUserId}, and this token is of ${botInfo.botUserId} (${botInfo.name ?? 'without a name'}).`,
    )
  }
  const changed = await withSecrets(async (db, encryption) => {
    await storeChannelInfo(db, key, botInfo)
    return rotateSecrets(db, encryption, key, { secret, accessToken })
  })
  if (changed === undefined) throw new CommandError(noChannel(key))
  if (changed.length === 0) return console.log('The desk has these already.')
  const words = { secret: 'channel secret', accessToken: 'channel access token' }
  console.log(
    `${key} has a new ${changed.map((field) => words[field]).join(' and a new ')}; it counts from now on.`,
  )
  if (changed.includes('secret')) {
    console.log('In a moment, when no server goes by the old secret any more, LINE calls the webhook …')
    await pause(SECRETS_READ_WITHIN_MS)
  }
  await printWebhookCheck(key, used)
}

/** Only LINE can verify the secret, so LINE is asked to call the webhook. */
async function printWebhookCheck(key: string, accessToken: string): Promise<void> {
  const tested = await testWebhook({ apiUrl: lineApi, accessToken })
  if (tested.kind !== 'known') {
    console.log(
      `Whether LINE's webhooks are taken is not known (${tested.reason}): pnpm channels check ${key} says so later.`,
    )
  } else if (tested.test.success) console.log("LINE has called the desk's webhook, and the desk took it.")
  else {
    process.exitCode = 1
    console.error(printable(`LINE has called the desk's webhook: ${wordsOfTest(tested.test)}`))
  }
}

async function set(key: string, values: Values): Promise<void> {
  const { 'ticket-on': given, 'no-ticket-on': isCleared, ...others } = values
  const [foreign] = Object.keys(others)
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not belong to set.`)
  if ((given === undefined) === (isCleared === undefined))
    throw new UsageError('set takes either --ticket-on or --no-ticket-on.')
  const parsed = parseTicketPostbacks(given ?? [])
  if ('problem' in parsed) throw new UsageError(`--ticket-on: ${parsed.problem}.`)
  if (!(await withDeskDatabase(process.env, (db) => saveTicketPostbacks(db, key, parsed))))
    throw new CommandError(noChannel(key))
  if (parsed.length === 0) return console.log(`In ${key} no postback opens a ticket.`)
  console.log(`In ${key} these postbacks open a ticket, from now on:`)
  console.log(
    formatTable(
      ['DATA BEGINS WITH', 'LABEL'],
      parsed.map(({ prefix, label }) => [prefix, label]),
    ),
  )
}

async function remove(key: string, values: Values): Promise<void> {
  const [foreign] = Object.keys(values).filter((name) => name !== 'yes')
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not belong to remove.`)
  const channel = await withDeskDatabase(process.env, (db) => describeChannel(db, key))
  if (channel === undefined) throw new CommandError(noChannel(key))
  if (!values.yes) {
    console.error(`${key} (${channel.name}) has ${channel.openTickets} open cases and ${channel.closedTickets} closed ones. They stay, for whoever has a
right to them, and can be closed. Nothing more can be sent, ${channel.pendingMessages} messages that wait among it; its webhook is refused,
and its secret and token are forgotten.`)
    if (!process.stdin.isTTY) throw new CommandError('Nothing was changed: --yes removes it unasked.')
    if (!(await askWhether('Remove it?'))) throw new CommandError('Nothing was changed.')
  }
  if (!(await withDeskDatabase(process.env, (db) => removeChannel(db, key))))
    throw new CommandError(noChannel(key))
  console.log(`${key} is removed. Switch its webhook off in LINE's console, and reissue its token there.`)
}

async function reencryptAll(): Promise<void> {
  const count = await withSecrets(rewriting(reencryptSecrets))
  console.log(
    count === 0
      ? 'All secrets are sealed with the first key already.'
      : `${count} secrets were sealed again with the first key. The other keys are no longer needed.`,
  )
}

/** Checks first that all secrets can be decrypted. Otherwise it lists those that cannot. */
function rewriting(rewrite: typeof reencryptSecrets): typeof reencryptSecrets {
  return async (db, encryption) => {
    await requireDecryptableSecrets(db, encryption)
    return rewrite(db, encryption)
  }
}

function noChannel(key: string): string {
  return `There is no channel ${key}; pnpm channels list shows which there are.`
}
