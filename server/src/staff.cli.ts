import { parseArgs } from 'node:util'
import { ROLES, type Role } from 'shared/contract/constants.ts'
import { formatMoment, formatTable, printable } from './cli/format-table.ts'
import { CommandError, defineProgram, UsageError } from './cli/run-command.ts'
import { withDeskDatabase } from './cli/with-database.ts'
import type { Db, Tx } from './db/client.ts'
import {
  approveStaff,
  type ChannelRights,
  findStaffByLineUserId,
  listStaff,
  type StaffRow,
  suspendStaff,
} from './staff/staff.store.ts'

import { type ReassignedTickets, reassignTickets } from './tickets/reassign-tickets.ts'

const USAGE = `Usage:
  pnpm staff list
  pnpm staff approve <line user id> --role BUSINESS|ADMIN [--channels a,b | --all-channels] [--transfer-to <line user id>]
  pnpm staff suspend <line user id> [--transfer-to <line user id>]

The first approval must name the channels; later ones without either option keep them.
Open tickets in channels to which the staff member no longer has rights go back to the queue; with --transfer-to they
go to that staff member, in the channels to which she or he has rights.`

export const main = defineProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      channels: { type: 'string' },
      'all-channels': { type: 'boolean' },
      'transfer-to': { type: 'string' },
    },
  })
  const [command, lineUserId, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`Unexpected arguments: ${rest.join(' ')}`)
  if (command === 'approve')
    return approve(
      required(lineUserId),
      roleOf(values.role),
      channelsOf(values.channels, values['all-channels']),
      values['transfer-to'],
    )
  if (command === 'suspend') {
    const { 'transfer-to': newAssignee, ...others } = values
    refuseOptions(others)
    return suspend(required(lineUserId), newAssignee)
  }
  refuseOptions(values)
  if (command === 'list' && lineUserId === undefined) return list()
  throw new UsageError(
    command === undefined ? 'A command is required.' : `Unknown command: ${positionals.join(' ')}`,
  )
})

if (import.meta.main) await main()

function refuseOptions(values: object): void {
  const [foreign] = Object.keys(values)
  if (foreign !== undefined) throw new UsageError(`--${foreign} can only be used with approve.`)
}

function required(lineUserId: string | undefined): string {
  if (lineUserId === undefined) throw new UsageError('The LINE user id is required.')
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

function channelsOf(keys: string | undefined, all: boolean | undefined): ChannelRights | undefined {
  if (keys !== undefined && all)
    throw new UsageError('--channels and --all-channels cannot be used together.')
  if (all) return 'all'
  if (keys === undefined) return undefined
  const named = keys
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (named.length === 0) throw new UsageError('--channels needs at least one channel key.')
  return named
}

function channelTexts(channels: ChannelRights): string {
  return channels === 'all' ? 'all channels' : channels.join(', ')
}

async function list(): Promise<void> {
  const { staff, total } = await withDeskDatabase(process.env, listStaff)
  if (staff.length === 0) return console.log('No users have signed in yet.')
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
  if (total > staff.length) console.log(`These are the first ${staff.length} of ${total} users.`)
}

async function findNewAssignee(
  db: Db,
  lineUserId: string,
  newAssignee: string | undefined,
): Promise<StaffRow | undefined> {
  if (newAssignee === undefined) return undefined
  if (required(newAssignee) === lineUserId)
    throw new UsageError('--transfer-to must name another user than the one whose rights change.')
  const found = await findStaffByLineUserId(db, newAssignee)
  if (found === undefined) throw unknownStaff(newAssignee)
  if (found.status !== 'APPROVED')
    throw new CommandError(`${printable(found.displayName)} is not approved and cannot take over tickets.`)
  return found
}

function reassign(newAssignee: StaffRow | undefined) {
  return (tx: Tx, member: StaffRow) =>
    reassignTickets(tx, member, { newAssigneeId: newAssignee?.id, now: new Date() })
}

function printReassigned(
  { unassigned, transferred }: ReassignedTickets,
  newAssignee: StaffRow | undefined,
): void {
  if (unassigned > 0) console.log(`Open tickets returned to the queue: ${unassigned}.`)
  if (transferred > 0 && newAssignee !== undefined)
    console.log(`Open tickets transferred to ${printable(newAssignee.displayName)}: ${transferred}.`)
}

async function approve(
  lineUserId: string,
  role: Role,
  channels: ChannelRights | undefined,
  newAssigneeId: string | undefined,
): Promise<void> {
  const { outcome, newAssignee } = await withDeskDatabase(process.env, async (db) => {
    const newAssignee = await findNewAssignee(db, lineUserId, newAssigneeId)
    return {
      outcome: await approveStaff(db, { lineUserId, role, channels }, reassign(newAssignee)),
      newAssignee,
    }
  })
  switch (outcome.kind) {
    case 'unknown_staff':
      throw unknownStaff(lineUserId)
    case 'unknown_channel':
      throw new CommandError(
        `There is no channel ${outcome.channelKeys.join(', ')}; pnpm channels list shows the existing ones.`,
      )
    case 'no_channels':
      throw new CommandError(
        'This user has no rights to any channel yet: name channels with --channels a,b, or use --all-channels.',
      )
    case 'approved': {
      const rightsText = channels === undefined ? ' (as before)' : ''
      console.log(
        `${printable(outcome.staff.displayName)} may work as ${role} in ${channelTexts(outcome.channels)}${rightsText}.`,
      )
      if (outcome.endedSessions > 0) console.log('The rights have changed: this user must sign in again.')
      printReassigned(outcome.reassigned, newAssignee)
    }
  }
}

async function suspend(lineUserId: string, newAssigneeId: string | undefined): Promise<void> {
  const { outcome, newAssignee } = await withDeskDatabase(process.env, async (db) => {
    const newAssignee = await findNewAssignee(db, lineUserId, newAssigneeId)
    return { outcome: await suspendStaff(db, lineUserId, reassign(newAssignee)), newAssignee }
  })
  if (outcome === undefined) throw unknownStaff(lineUserId)
  console.log(
    `${printable(outcome.staff.displayName)} is suspended; sessions ended: ${outcome.endedSessions}.`,
  )
  printReassigned(outcome.reassigned, newAssignee)
}

function unknownStaff(lineUserId: string): CommandError {
  return new CommandError(
    `No user with the LINE user id ${lineUserId} has signed in; pnpm staff list shows all users.`,
  )
}
