import { parseArgs } from 'node:util'
import { ROLES, type Role } from 'shared/contract/constants.ts'
import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { formatMoment, formatTable, printable } from '../cli/table.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { approveStaff, type ChannelRights, listStaff, suspendStaff } from './staff.store.ts'

const USAGE = `Usage:
  pnpm staff list
  pnpm staff approve <line user id> --role BUSINESS|ADMIN [--channels a,b | --all-channels]
  pnpm staff suspend <line user id>

A first approval says for which channels; a later one without either option leaves them as they are.`

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      channels: { type: 'string' },
      'all-channels': { type: 'boolean' },
    },
  })
  const [command, lineUserId, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`)
  if (command === 'approve')
    return approve(
      required(lineUserId),
      roleOf(values.role),
      channelsOf(values.channels, values['all-channels']),
    )
  const [foreign] = Object.keys(values)
  if (foreign !== undefined) throw new UsageError(`--${foreign} belongs to approve.`)
  if (command === 'list' && lineUserId === undefined) return list()
  if (command === 'suspend') return suspend(required(lineUserId))
  throw new UsageError(
    command === undefined ? 'A command is missing.' : `Not understood: ${positionals.join(' ')}`,
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

/** What `--channels` and `--all-channels` ask for; undefined when neither is given. */
function channelsOf(keys: string | undefined, all: boolean | undefined): ChannelRights | undefined {
  if (keys !== undefined && all) throw new UsageError('--channels and --all-channels exclude each other.')
  if (all) return 'all'
  if (keys === undefined) return undefined
  const named = keys
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (named.length === 0) throw new UsageError('--channels needs at least one channel key.')
  return named
}

function channelWords(channels: ChannelRights): string {
  return channels === 'all' ? 'all channels' : channels.join(', ')
}

async function list(): Promise<void> {
  const { staff, total } = await withDeskDatabase(process.env, listStaff)
  if (staff.length === 0) return console.log('Nobody has signed in yet.')
  console.log(
    formatTable(
      ['STATUS', 'ROLE', 'LINE USER ID', 'CHANNELS', 'LAST LOGIN', 'NAME'],
      staff.map((member) => [
        member.status,
        member.role ?? '-',
        member.lineUserId,
        member.allChannels ? 'all' : member.channelKeys.join(',') || 'none',
        formatMoment(member.lastLoginAt),
        member.displayName,
      ]),
    ),
  )
  if (total > staff.length) console.log(`These are the first ${staff.length} of ${total}.`)
}

async function approve(lineUserId: string, role: Role, channels: ChannelRights | undefined): Promise<void> {
  const outcome = await withDeskDatabase(process.env, (db) =>
    approveStaff(db, { lineUserId, role, channels }),
  )
  switch (outcome.kind) {
    case 'unknown_staff':
      throw unknownStaff(lineUserId)
    case 'unknown_channel':
      throw new CommandError(
        `There is no channel ${outcome.channelKeys.join(', ')}; pnpm channels list shows which there are.`,
      )
    case 'no_channels':
      throw new CommandError(
        'This person has no right to any channel yet: say which with --channels a,b, or give all with --all-channels.',
      )
    case 'approved': {
      const kept = channels === undefined ? ' (as before)' : ''
      console.log(
        `${printable(outcome.staff.displayName)} may work as ${role} in ${channelWords(outcome.channels)}${kept}.`,
      )
      if (outcome.endedSessions > 0) console.log('The rights have changed: this person has to sign in again.')
    }
  }
}

async function suspend(lineUserId: string): Promise<void> {
  const outcome = await withDeskDatabase(process.env, (db) => suspendStaff(db, lineUserId))
  if (outcome === undefined) throw unknownStaff(lineUserId)
  console.log(
    `${printable(outcome.staff.displayName)} is suspended; sessions ended: ${outcome.endedSessions}.`,
  )
}

function unknownStaff(lineUserId: string): CommandError {
  return new CommandError(
    `Nobody with the LINE user id ${lineUserId} has signed in; pnpm staff list shows who has.`,
  )
}
