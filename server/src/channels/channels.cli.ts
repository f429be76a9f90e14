import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatMoment, formatTable, printable } from '../cli/format-table.ts'
import { CommandError, defineProgram, UsageError } from '../cli/run-command.ts'
import { confirmAtTerminal, readNewSecrets, readSecret } from '../cli/terminal-input.ts'
import { requireDesk, withDeskDatabase } from '../cli/with-database.ts'
import { readSecretsConfig } from '../config.ts'
import type { Db } from '../db/client.ts'
import { readBotInfo, requireBotInfo, testWebhook } from '../line-api/bot-info.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { findEncryption } from '../secrets/secrets-key.ts'
import {
  type ChannelRow,
  describeChannel,
  findChannels,
  findRemovedChannels,
  removeChannel,
  rotateSecrets,
  saveChannel,
} from './channel.store.ts'
import { recordChecked, storeChannelInfo } from './channel-info.store.ts'
import {
  findAccessTokens,
  reencryptSecrets,
  requireDecryptableSecrets,
  requireEncryption,
} from './channel-secrets.store.ts'
import { recordTokenState } from './channel-token.store.ts'
import { checkChannel, type Finding, RENEW_TOKEN, textsOfTest } from './check-channel.ts'
import { unreachableReason } from './media-reachability.ts'
import { parseTicketPostbacks, saveTicketPostbacks } from './ticket-postbacks.ts'

const USAGE = `Usage:
  pnpm channels list [--check]
  pnpm channels check [<key>]
  pnpm channels add <key> --name <name> [--secret-file <file>] [--token-file <file>] [--yes]
  pnpm channels rotate <key> [--secret-file <file>] [--token-file <file>]
  pnpm channels set <key> --ticket-on '<data prefix>=<label>' [--ticket-on …] | --no-ticket-on
  pnpm channels remove <key> [--yes]
  pnpm channels reseal

add connects a LINE Official Account as a channel, or changes the name, secret and token of a channel. It prompts for the
channel secret and the channel access token unless files or CHANNEL_SECRET and CHANNEL_ACCESS_TOKEN provide them.
--yes: creates an empty desk without a prompt if none exists.
rotate stores a new channel secret, a new token or both, provided in the same ways; at the prompt an empty line keeps the
current value. It first checks with LINE that the token belongs to this channel; then LINE calls the webhook as a test.
list shows for each token whether LINE refused it when the desk last used it; list --check asks LINE again.
check asks LINE about the token, webhook, chat mode and monthly messages, and reports what is wrong and how to fix it, also
whether LINE can fetch images from PUBLIC_MEDIA_URL or PUBLIC_URL; the exit code is 1 when something is wrong.
set --ticket-on defines which postbacks open a ticket: those whose data starts with a prefix (up to the last "="; the
longest matching one counts), for example 'action=contact_admin=ติดต่อแอดมิน'. Staff see the label. Repeat the option for
several prefixes; they replace the current list. --no-ticket-on clears it: no postback opens a ticket, which is the default.
check shows the list.
remove disconnects a channel: its webhook is unknown, nothing is sent, and its secret and token are deleted. Tickets,
messages and rights remain; add with the same key connects it again. It asks for confirmation unless --yes is given.
reseal encrypts the secrets of all channels again with the first key of SECRETS_KEY, so that the other keys can be removed.
LINE_API_URL is the address of LINE's API (default https://api.line.me).`

const options = {
  name: { type: 'string' },
  'secret-file': { type: 'string' },
  'token-file': { type: 'string' },
  check: { type: 'boolean' },
  'ticket-on': { type: 'string', multiple: true },
  'no-ticket-on': { type: 'boolean' },
  yes: { type: 'boolean' },
  // Options that exist only to be refused with an explanation: secrets must not be passed as arguments.
  secret: { type: 'string' },
  token: { type: 'string' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Time in ms after which every server uses a changed secret: servers cache secrets for five seconds. */
const SECRETS_READ_WITHIN_MS = 6_000
const DECRYPTION_FAILED_TEXT = 'cannot be decrypted: it was encrypted with another SECRETS_KEY'

export const main = defineProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command, key, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Unexpected arguments: ${rest.join(' ')}`)
  refuseSecrets(values)
  if (command === 'add') return add(key, values)
  if (command === 'remove' && key !== undefined) return remove(key, values)
  if (command === 'rotate' && key !== undefined) return rotate(key, values)
  if (command === 'set' && key !== undefined) return set(key, values)
  const [foreign] = Object.keys(values).filter((name) => command !== 'list' || name !== 'check')
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} cannot be used with ${command ?? 'no command'}.`)
  if (command === 'list' && key === undefined) return list(values.check)
  if (command === 'check') return check(key)
  if (command === 'reseal' && key === undefined) return reencryptAll()
  throw new UsageError(
    command === undefined ? 'A command is required.' : `Unknown command: ${positionals.join(' ')}`,
  )
})

if (import.meta.main) await main()

function refuseSecrets(values: Values): void {
  for (const name of ['secret', 'token'] as const) {
    if (values[name] === undefined) continue
    throw new UsageError(
      `--${name} is not accepted: arguments are visible in the process list and in the shell history. Omit it to be prompted, or use --${name}-file.`,
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
    states === undefined ? rememberedTexts(each) : (states.get(each.key) ?? DECRYPTION_FAILED_TEXT),
    each.name,
  ])
  console.log(formatTable(['KEY', 'BOT USER ID', 'WEBHOOK PATH', 'TOKEN', 'NAME'], rows))
}

async function check(key: string | undefined): Promise<void> {
  const all = await withDeskDatabase(process.env, findChannels)
  const selected = key === undefined ? all : all.filter((each) => each.key === key)
  if (key !== undefined && selected.length === 0) {
    throw new CommandError(noChannel(key))
  }
  if (selected.length === 0) return console.log('There are no channels yet.')
  const tokens = await withSecrets(findAccessTokens)
  const rows: [string, Finding][] = []
  for (const each of selected) {
    const accessToken = tokens.find((token) => token.key === each.key)?.accessToken
    for (const finding of await findingsOf(each, accessToken)) rows.push([each.key, finding])
    for (const { prefix, label } of each.ticketPostbacks)
      rows.push([
        each.key,
        { what: 'ticket-on', state: 'works', text: `${prefix} … opens a ticket: ${label}` },
      ])
  }
  rows.push(['', aboutImages()])
  console.log(
    formatTable(
      ['KEY', 'WHAT', 'STATE', ''],
      rows.map(([name, { what, state, text }]) => [name, what, state, text]),
    ),
  )
  if (rows.some(([, { state }]) => state === 'WRONG')) process.exitCode = 1
}

async function findingsOf(
  { key, lineBotUserId }: ChannelRow,
  accessToken: string | undefined,
): Promise<Finding[]> {
  if (accessToken === undefined) return [{ what: 'token', state: 'WRONG', text: DECRYPTION_FAILED_TEXT }]
  const access = { apiUrl: lineApi(), accessToken }
  const webhookUrl = `${process.env.PUBLIC_URL?.replace(/\/+$/, '') ?? ''}/line/webhook/${key}`
  const checked = await checkChannel(access, { key, botUserId: lineBotUserId, webhookUrl })
  await withSecrets((db, encryption) => recordChecked(db, encryption, { key, accessToken }, checked))
  return checked.findings
}

function aboutImages(): Finding {
  const setting = process.env.PUBLIC_MEDIA_URL ? 'PUBLIC_MEDIA_URL' : 'PUBLIC_URL'
  const why = unreachableReason(process.env[setting])
  if (why === undefined) return { what: 'pictures', state: 'works', text: `no problem found with ${setting}` }
  return {
    what: 'pictures',
    state: 'WRONG',
    text: `LINE cannot fetch images for customers from ${setting}: ${why}`,
  }
}

async function checkTokens(): Promise<Map<string, string>> {
  const channels = await withSecrets(findAccessTokens)
  const checked = await Promise.all(
    channels.map(async (botInfo) => ({
      botInfo,
      state: await readBotInfo({ apiUrl: lineApi(), ...botInfo }),
    })),
  )
  await withSecrets(async (db, encryption) => {
    for (const { botInfo, state } of checked) {
      if (state.kind === 'refused') await recordTokenState(db, encryption, botInfo, state.reason)
      if (state.kind === 'known') await recordTokenState(db, encryption, botInfo, null)
    }
  })
  return new Map(checked.map(({ botInfo, state }) => [botInfo.key, textOf(state, botInfo.lineBotUserId)]))
}

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

function rememberedTexts({ tokenRefusedAt, tokenRefusal }: ChannelRow): string {
  if (tokenRefusedAt === null) return 'not refused'
  return `refused by LINE since ${formatMoment(tokenRefusedAt)} (${tokenRefusal}): ${RENEW_TOKEN}`
}

function textOf(state: Awaited<ReturnType<typeof readBotInfo>>, botUserId: string): string {
  if (state.kind === 'refused') return `refused by LINE (${state.reason}): ${RENEW_TOKEN}`
  if (state.kind === 'unknown') return `not known: ${state.reason}`
  return state.value.botUserId === botUserId
    ? 'works'
    : `belongs to another LINE Official Account (${state.value.botUserId})`
}

async function add(key: string | undefined, values: Values): Promise<void> {
  const { name } = values
  if (!key || !/^[a-z0-9][a-z0-9_-]{0,49}$/.test(key)) {
    throw new UsageError(
      'The key must have 1 to 50 characters of a-z, 0-9, - and _, and start with a letter or digit.',
    )
  }
  if (!name) throw new UsageError('--name is required.')
  if (values.check !== undefined) throw new UsageError('--check can only be used with list.')
  for (const name of ['ticket-on', 'no-ticket-on'] as const)
    if (values[name] !== undefined) throw new UsageError(`--${name} can only be used with set.`)
  await requireDesk(process.env, { createsDatabase: true, yes: values.yes })
  // Checks the encryption key before the user types a secret.
  findEncryption(readSecretsConfig(process.env))
  const { secretSource, tokenSource } = sourcesOf(values)
  const secret = await readSecret(secretSource, process.env)
  const accessToken = await readSecret(tokenSource, process.env)
  const botInfo = await requireBotInfo({ apiUrl: lineApi(), accessToken })
  const lineBotUserId = botInfo.botUserId
  const outcome = await withSecrets(
    (db, encryption) =>
      saveChannel(db, encryption, { key, name, secret, accessToken, lineBotUserId }, 'command line'),
    { createsDatabase: true, yes: true },
  )
  if (outcome.kind === 'bot_in_use') {
    throw new CommandError(
      outcome.isRemoved
        ? `This LINE Official Account was connected as ${outcome.key} and removed: pnpm channels add ${outcome.key} connects it again, with its tickets.`
        : `This LINE Official Account is already connected as ${outcome.key}.`,
    )
  }
  if (outcome.kind === 'key_in_use') {
    throw new CommandError(
      `Nothing was changed: ${key} is connected to another LINE Official Account (${outcome.lineBotUserId}) with its customers and tickets, but this token belongs to ${lineBotUserId}. Connect this account under another key.`,
    )
  }
  await withDeskDatabase(process.env, (db) => storeChannelInfo(db, key, botInfo))
  console.log(
    `${name} is connected as ${key}. Its webhook URL ends in /line/webhook/${key}; Verify in LINE's console shows whether the channel secret is correct.`,
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
  if (foreign !== undefined) throw new UsageError(`--${foreign} cannot be used with rotate.`)
  const [channel] = (await withDeskDatabase(process.env, findChannels)).filter((each) => each.key === key)
  if (channel === undefined) throw new CommandError(noChannel(key))
  const stored = (await withSecrets(findAccessTokens)).find((each) => each.key === key)?.accessToken
  const { secretSource, tokenSource } = sourcesOf(values)
  const [secret, accessToken] = await readNewSecrets([secretSource, tokenSource], process.env)
  if (secret === undefined && accessToken === undefined) throw new CommandError('Nothing was changed.')
  const used = accessToken ?? stored
  if (used === undefined)
    throw new CommandError(
      'The stored token cannot be decrypted with this SECRETS_KEY: enter a new token too.',
    )
  const botInfo = await requireBotInfo({ apiUrl: lineApi(), accessToken: used })
  if (botInfo.botUserId !== channel.lineBotUserId) {
    throw new CommandError(
      `Nothing was changed: ${key} is ${channel.lineBotUserId}, but this token belongs to ${botInfo.botUserId} (${botInfo.name ?? 'without a name'}).`,
    )
  }
  const changed = await withSecrets(async (db, encryption) => {
    await storeChannelInfo(db, key, botInfo)
    return rotateSecrets(db, encryption, key, { secret, accessToken })
  })
  if (changed === undefined) throw new CommandError(noChannel(key))
  if (changed.length === 0) return console.log('The desk already has these values.')
  const text = { secret: 'channel secret', accessToken: 'channel access token' }
  console.log(
    `${key} has a new ${changed.map((field) => text[field]).join(' and a new ')}; it is used from now on.`,
  )
  if (changed.includes('secret')) {
    console.log('Waiting until all servers use the new secret; then LINE calls the webhook …')
    await pause(SECRETS_READ_WITHIN_MS)
  }
  await printWebhookCheck(key, used)
}

/** Asks LINE to send a test webhook, because only LINE knows whether the channel secret is right. */
async function printWebhookCheck(key: string, accessToken: string): Promise<void> {
  const tested = await testWebhook({ apiUrl: lineApi(), accessToken })
  if (tested.kind !== 'known') {
    console.log(
      `It is not known whether the desk accepts LINE's webhooks (${tested.reason}): run pnpm channels check ${key} later.`,
    )
  } else if (tested.value.success)
    console.log("LINE called the desk's webhook, and the desk accepted the call.")
  else {
    process.exitCode = 1
    console.error(printable(`LINE called the desk's webhook: ${textsOfTest(tested.value)}`))
  }
}

async function set(key: string, values: Values): Promise<void> {
  const { 'ticket-on': given, 'no-ticket-on': isCleared, ...others } = values
  const [foreign] = Object.keys(others)
  if (foreign !== undefined) throw new UsageError(`--${foreign} cannot be used with set.`)
  if ((given === undefined) === (isCleared === undefined))
    throw new UsageError('set requires either --ticket-on or --no-ticket-on.')
  const parsed = parseTicketPostbacks(given ?? [])
  if ('problem' in parsed) throw new UsageError(`--ticket-on: ${parsed.problem}.`)
  if (!(await withDeskDatabase(process.env, (db) => saveTicketPostbacks(db, key, parsed))))
    throw new CommandError(noChannel(key))
  if (parsed.length === 0) return console.log(`In ${key} no postback opens a ticket now.`)
  console.log(`From now on these postbacks open a ticket in ${key}:`)
  console.log(
    formatTable(
      ['DATA BEGINS WITH', 'LABEL'],
      parsed.map(({ prefix, label }) => [prefix, label]),
    ),
  )
}

async function remove(key: string, values: Values): Promise<void> {
  const [foreign] = Object.keys(values).filter((name) => name !== 'yes')
  if (foreign !== undefined) throw new UsageError(`--${foreign} cannot be used with remove.`)
  const channel = await withDeskDatabase(process.env, (db) => describeChannel(db, key))
  if (channel === undefined) throw new CommandError(noChannel(key))
  if (!values.yes) {
    console.error(`${key} (${channel.name}) has ${channel.openTickets} open tickets and ${channel.closedTickets} closed ones. They remain: staff with rights to the channel can still read
and close them. Nothing more is sent, including ${channel.pendingMessages} pending messages; the webhook is refused,
and the channel's secret and token are deleted.`)
    if (!process.stdin.isTTY)
      throw new CommandError('Nothing was changed: use --yes to remove it without a prompt.')
    if (!(await confirmAtTerminal('Remove it?'))) throw new CommandError('Nothing was changed.')
  }
  if (!(await withDeskDatabase(process.env, (db) => removeChannel(db, key))))
    throw new CommandError(noChannel(key))
  console.log(`${key} is removed. Switch its webhook off in LINE's console, and reissue its token there.`)
}

async function reencryptAll(): Promise<void> {
  const count = await withSecrets(async (db, encryption) => {
    await requireDecryptableSecrets(db, encryption)
    return reencryptSecrets(db, encryption)
  })
  console.log(
    count === 0
      ? 'All secrets are already encrypted with the first key.'
      : `${count} secrets were encrypted again with the first key. The other keys are no longer needed.`,
  )
}

function lineApi(): string {
  return process.env.LINE_API_URL || 'https://api.line.me'
}

function noChannel(key: string): string {
  return `There is no channel ${key}; pnpm channels list shows the existing ones.`
}
