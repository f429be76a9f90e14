import { parseArgs } from 'node:util'
import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { formatMoment, formatTable } from '../cli/table.ts'
import { askWhether, readSecret } from '../cli/terminal-input.ts'
import { requireDesk, withDeskDatabase } from '../cli/with-database.ts'
import { readSecretsConfig } from '../config.ts'
import type { Db } from '../db/client.ts'
import { checkToken, fetchBotUserId, type TokenState } from '../line-api/bot-info.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { findSealing } from '../secrets/secrets-key.ts'
import {
  type ChannelRow,
  describeChannel,
  findChannels,
  findRemovedChannels,
  removeChannel,
  saveChannel,
} from './channel.store.ts'
import {
  findAccessTokens,
  openSealing,
  requireOpenSecrets,
  resealSecrets,
  unsealSecrets,
} from './channel-secrets.store.ts'
import { noteTokenAccepted, noteTokenRefused } from './channel-token.store.ts'

const USAGE = `Usage:
  pnpm channels list [--check]
  pnpm channels check [<key>]
  pnpm channels add <key> --name <name> [--secret-file <file>] [--token-file <file>] [--yes]
  pnpm channels remove <key> [--yes]
  pnpm channels reseal | unseal

add connects an official account, or renews the name, secret and token of one. It asks for the channel secret and the
channel access token where neither a file nor CHANNEL_SECRET and CHANNEL_ACCESS_TOKEN give them.
list says of each token whether LINE refused it when the desk last used it; list --check asks LINE anew.
check asks LINE whether the tokens still work; exit code 1 when one does not.
remove ends the connection: its webhook is unknown, nothing is sent, its secret and token are forgotten. Cases, messages
and rights stay as they are; add with the same key connects it again. It asks first; --yes: it does not.
reseal seals the secrets of all accounts again with the first key of SECRETS_KEY, so that the others may go.
unseal puts them in plain, for going back to a release that does not seal them; this release seals them again by itself.
LINE_API_URL says which LINE is asked (default https://api.line.me). add --yes: also where there is no desk yet.`

const options = {
  name: { type: 'string' },
  'secret-file': { type: 'string' },
  'token-file': { type: 'string' },
  check: { type: 'boolean' },
  yes: { type: 'boolean' },
  // Refused, with a reason.
  secret: { type: 'string' },
  token: { type: 'string' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

const lineApi = process.env.LINE_API_URL || 'https://api.line.me'
const WORKS = 'works'
const RENEW = 'issue a new one, then pnpm channels add'

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command, key, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`)
  refuseSecrets(values)
  if (command === 'add') return add(key, values)
  if (command === 'remove' && key !== undefined) return remove(key, values)
  const [foreign] = Object.keys(values).filter((name) => command !== 'list' || name !== 'check')
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not belong to ${command ?? 'nothing'}.`)
  if (command === 'list' && key === undefined) return list(values.check)
  if (command === 'check') return check(key)
  if (command === 'reseal' && key === undefined) return reseal()
  if (command === 'unseal' && key === undefined) return unseal()
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
  const states = withCheck ? await checkTokens(found.map(({ key }) => key)) : found.map(rememberedWords)
  const rows = found.map((each, index) => [
    each.key,
    each.lineBotUserId,
    `/line/webhook/${each.key}`,
    states[index] ?? '',
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
  const states = await checkTokens(asked.map(({ key }) => key))
  console.log(
    formatTable(
      ['KEY', 'TOKEN', 'NAME'],
      asked.map((each, index) => [each.key, states[index] ?? '', each.name]),
    ),
  )
  if (states.some((words) => words !== WORKS)) process.exitCode = 1
}

/** Asks LINE, and writes down what it says as every other call of LINE does. */
async function checkTokens(keys: string[]): Promise<string[]> {
  const asked = await withSecrets(async (db, sealing) => {
    const accounts = await findAccessTokens(db, sealing)
    return keys.flatMap((key) => accounts.filter((each) => each.key === key))
  })
  const states = await Promise.all(asked.map(({ accessToken }) => checkToken(lineApi, accessToken)))
  await withSecrets(async (db, sealing) => {
    for (const [index, account] of asked.entries()) {
      const state = states[index]
      if (state?.kind === 'refused') await noteTokenRefused(db, sealing, account, state.reason)
      if (state?.kind === 'works') await noteTokenAccepted(db, sealing, account)
    }
  })
  return asked.map(({ lineBotUserId }, index) => {
    const state = states[index]
    return state === undefined ? '' : wordsOf(state, lineBotUserId)
  })
}

/** Runs `work` on the desk's database, with the key of its secrets. */
function withSecrets<T>(
  work: (db: Db, sealing: Sealing) => Promise<T>,
  wanted?: Parameters<typeof withDeskDatabase>[2],
): Promise<T> {
  return withDeskDatabase(
    process.env,
    async (db) => work(db, await openSealing(db, readSecretsConfig(process.env))),
    wanted,
  )
}

/** What LINE said when the desk last called it with the token. */
function rememberedWords({ tokenRefusedAt, tokenRefusal }: ChannelRow): string {
  if (tokenRefusedAt === null) return 'not refused'
  return `refused by LINE since ${formatMoment(tokenRefusedAt)} (${tokenRefusal}): ${RENEW}`
}

function wordsOf(state: TokenState, botUserId: string): string {
  if (state.kind === 'refused') return `refused by LINE (${state.reason}): ${RENEW}`
  if (state.kind === 'unknown') return `not known: ${state.reason}`
  return state.botUserId === botUserId ? WORKS : `of another account (${state.botUserId})`
}

async function add(key: string | undefined, values: Values): Promise<void> {
  const { name } = values
  if (!key || !/^[a-z0-9][a-z0-9_-]{0,49}$/.test(key)) {
    throw new UsageError('The key must be 1 to 50 of a-z, 0-9, - and _, and begin with a letter or digit.')
  }
  if (!name) throw new UsageError('--name is needed.')
  if (values.check !== undefined) throw new UsageError('--check belongs to list.')
  await requireDesk(process.env, { makes: true, yes: values.yes })
  // Before anybody types a secret in vain.
  findSealing(readSecretsConfig(process.env))
  const secret = await readSecret(
    {
      name: 'channel secret',
      option: 'secret-file',
      file: values['secret-file'],
      variable: 'CHANNEL_SECRET',
    },
    process.env,
  )
  const accessToken = await readSecret(
    {
      name: 'channel access token',
      option: 'token-file',
      file: values['token-file'],
      variable: 'CHANNEL_ACCESS_TOKEN',
    },
    process.env,
  )
  const lineBotUserId = await fetchBotUserId(lineApi, accessToken)
  const outcome = await withSecrets(
    (db, sealing) =>
      saveChannel(db, sealing, { key, name, secret, accessToken, lineBotUserId }, 'command line'),
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
  console.log(
    `${name} is connected as ${key}. Its webhook URL ends in /line/webhook/${key}; Verify in LINE's console shows whether the channel secret is right.`,
  )
}

async function remove(key: string, values: Values): Promise<void> {
  const [foreign] = Object.keys(values).filter((name) => name !== 'yes')
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not belong to remove.`)
  const channel = await withDeskDatabase(process.env, (db) => describeChannel(db, key))
  if (channel === undefined) throw new CommandError(noChannel(key))
  if (!values.yes) {
    console.error(`${key} (${channel.name}) has ${channel.openCases} open cases and ${channel.closedCases} closed ones. They stay, for whoever has a
right to them, and can be closed. Nothing more can be sent, ${channel.unsentMessages} messages that wait among it; its webhook is refused,
and its secret and token are forgotten.`)
    if (!process.stdin.isTTY) throw new CommandError('Nothing was changed: --yes removes it unasked.')
    if (!(await askWhether('Remove it?'))) throw new CommandError('Nothing was changed.')
  }
  if (!(await withDeskDatabase(process.env, (db) => removeChannel(db, key))))
    throw new CommandError(noChannel(key))
  console.log(`${key} is removed. Switch its webhook off in LINE's console, and reissue its token there.`)
}

async function reseal(): Promise<void> {
  const count = await withSecrets(rewriting(resealSecrets))
  console.log(
    count === 0
      ? 'All secrets are sealed with the first key already.'
      : `${count} secrets were sealed again with the first key. The other keys are no longer needed.`,
  )
}

/** After a look at whether all of them open: otherwise a line says which do not. */
function rewriting(rewrite: typeof resealSecrets): typeof resealSecrets {
  return async (db, sealing) => {
    await requireOpenSecrets(db, sealing)
    return rewrite(db, sealing)
  }
}

async function unseal(): Promise<void> {
  const count = await withSecrets(rewriting(unsealSecrets))
  console.log(
    `${count} secrets stand in plain now. Stop the server of this release before it seals them again.`,
  )
}

function noChannel(key: string): string {
  return `There is no channel ${key}; pnpm channels list shows which there are.`
}
