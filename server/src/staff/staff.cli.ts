import { parseArgs } from 'node:util'
import { ROLES, type Role, TIME_ZONE } from 'shared/contract/constants.ts'
import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { formatTable } from '../cli/table.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { approveStaff, findAllStaff, suspendStaff } from './staff.store.ts'

const USAGE = `Usage:
  pnpm staff list
  pnpm staff approve <line user id> --role BUSINESS|ADMIN [--channels a,b]
  pnpm staff suspend <line user id>`

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      channels: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [command, lineUserId, ...rest] = positionals
  if (values.help) return console.log(USAGE)
  if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`)
  if (command === 'approve')
    return approve(required(lineUserId), roleOf(values.role), channelsOf(values.channels))
  const [foreign] = Object.keys(values)
  if (foreign !== undefined) throw new UsageError(`--${foreign} belongs to approve.`)
  if (command === 'list' && lineUserId === undefined) return list()
  if (command === 'suspend') return suspend(required(lineUserId))
  throw new UsageError(
    command === undefined ? 'What is to be done?' : `Not understood: ${positionals.join(' ')}`,
  )
})

function required(lineUserId: string | undefined): string {
  if (lineUserId === undefined) throw new UsageError('The LINE user id is missing.')
  if (!/^U[0-9a-f]{32}$/.test(lineUserId)) {
    throw new UsageError(
      `${lineUserId} is not a LINE user id (U and 32 digits of 0-9a-f); pnpm staff list shows them.`,
    )
  }
  return lineUserId
}

function roleOf(given: string | undefined): Role {
  const role = ROLES.find((each) => each === given?.toUpperCase())
  if (role === undefined) throw new UsageError(`--role must be ${ROLES.join(' or ')}.`)
  return role
}

function channelsOf(given: string | undefined): string[] | null {
  if (given === undefined) return null
  const keys = given
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (keys.length === 0)
    throw new UsageError('--channels needs at least one channel key; leave it out for all channels.')
  return keys
}

async function list(): Promise<void> {
  const people = await withDeskDatabase(process.env, findAllStaff)
  if (people.length === 0) return console.log('Nobody has signed in yet.')
  const moment = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  })
  console.log(
    formatTable(
      ['STATUS', 'ROLE', 'LINE USER ID', 'CHANNELS', 'LAST LOGIN', 'NAME'],
      people.map((person) => [
        person.status,
        person.role ?? '-',
        person.lineUserId,
        person.channelKeys?.join(',') ?? 'all',
        person.lastLoginAt ? moment.format(person.lastLoginAt) : '-',
        person.displayName,
      ]),
    ),
  )
}

async function approve(lineUserId: string, role: Role, channelKeys: string[] | null): Promise<void> {
  const outcome = await withDeskDatabase(process.env, (db) =>
    approveStaff(db, { lineUserId, role, channelKeys }),
  )
  if (outcome.kind === 'unknown_staff') throw unknownStaff(lineUserId)
  if (outcome.kind === 'unknown_channel') {
    throw new CommandError(
      `There is no channel ${outcome.channelKeys.join(', ')}; pnpm channels list shows which there are.`,
    )
  }
  const where = channelKeys === null ? 'all channels' : channelKeys.join(', ')
  console.log(`${outcome.staff.displayName} may work as ${role} in ${where}.`)
  if (outcome.endedSessions > 0) console.log('The rights have changed: this person has to sign in again.')
}

async function suspend(lineUserId: string): Promise<void> {
  const outcome = await withDeskDatabase(process.env, (db) => suspendStaff(db, lineUserId))
  if (outcome === undefined) throw unknownStaff(lineUserId)
  console.log(`${outcome.staff.displayName} is suspended; sessions ended: ${outcome.endedSessions}.`)
}

function unknownStaff(lineUserId: string): CommandError {
  return new CommandError(
    `Nobody with the LINE user id ${lineUserId} has signed in; pnpm staff list shows who has.`,
  )
}
