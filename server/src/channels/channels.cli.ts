import { parseArgs } from 'node:util'
import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { formatTable } from '../cli/table.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { fetchBotUserId } from './bot-info.ts'
import { findChannels, saveChannel } from './channel.store.ts'

const USAGE = `Usage:
  pnpm channels list
  pnpm channels add <key> --name <name> --secret <channel secret> --token <channel access token>

LINE_API_URL says which LINE is asked for the account (default https://api.line.me).`

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      secret: { type: 'string' },
      token: { type: 'string' },
    },
  })
  const [command, key, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`)
  if (command === 'list' && key === undefined) return list()
  if (command === 'add') return add(key, values)
  throw new UsageError(
    command === undefined ? 'A command is missing.' : `Not understood: ${positionals.join(' ')}`,
  )
})

async function list(): Promise<void> {
  const found = await withDeskDatabase(process.env, findChannels)
  if (found.length === 0) return console.log('There are no channels yet.')
  const rows = found.map((each) => [each.key, each.lineBotUserId, `/line/webhook/${each.key}`, each.name])
  console.log(formatTable(['KEY', 'BOT USER ID', 'WEBHOOK PATH', 'NAME'], rows))
}

async function add(
  key: string | undefined,
  values: { name?: string; secret?: string; token?: string },
): Promise<void> {
  const { name, secret, token } = values
  if (!key || !/^[a-z0-9][a-z0-9_-]{0,49}$/.test(key)) {
    throw new UsageError('The key must be 1 to 50 of a-z, 0-9, - and _, and begin with a letter or digit.')
  }
  if (!name || !secret || !token) throw new UsageError('--name, --secret and --token are needed.')
  const botUserId = await fetchBotUserId(process.env.LINE_API_URL || 'https://api.line.me', token)
  const outcome = await withDeskDatabase(process.env, (db) =>
    saveChannel(db, { key, name, secret, accessToken: token, lineBotUserId: botUserId }),
  )
  if (outcome.kind === 'account_taken') {
    throw new CommandError(`This official account is already connected as ${outcome.key}.`)
  }
  console.log(`${name} is connected as ${key}. Its webhook URL ends in /line/webhook/${key}.`)
}
