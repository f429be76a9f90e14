import { formatMoment, formatTable } from '../cli/format-table.ts'
import { CommandError, defineProgram, UsageError } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { countWaitingEvents, type DeadLetter, findDeadLetters, replayDeadLetters } from './inbox.store.ts'

const USAGE = `Usage:
  pnpm line parked
  pnpm line replay <id>|all

parked lists the LINE events that could not be applied (dead letters). Once the cause is fixed, replay lets the running
server apply them.`

const MAX_LISTED = 200

export const main = defineProgram(USAGE, async (args) => {
  const [command, which, ...rest] = args
  if (rest.length > 0) throw new UsageError(`Unexpected arguments: ${rest.join(' ')}`)
  if (command === 'parked' && which === undefined) return list()
  if (command === 'replay') return replay(which)
  throw new UsageError(
    command === undefined ? 'A command is required.' : `Unknown command: ${args.join(' ')}`,
  )
})

if (import.meta.main) await main()

async function list(): Promise<void> {
  const { events, count } = await withDeskDatabase(process.env, async (db) => ({
    events: await findDeadLetters(db, MAX_LISTED),
    count: await countWaitingEvents(db),
  }))
  if (events.length === 0) return console.log('No events are parked.')
  console.log(
    formatTable(
      ['ID', 'CHANNEL', 'CUSTOMER', 'TYPE', 'RECEIVED', 'PARKED', 'TRIES', 'ERROR'],
      events.map(rowOf),
    ),
  )
  if (count.parked > events.length) console.log(`… and ${count.parked - events.length} more.`)
}

function rowOf(event: DeadLetter): string[] {
  return [
    event.id,
    event.channel_key,
    event.user_id,
    event.type,
    formatMoment(event.received_at),
    formatMoment(event.parked_at),
    String(event.attempts),
    event.error ?? '-',
  ]
}

async function replay(which: string | undefined): Promise<void> {
  if (which === undefined || !/^(all|\d{1,18})$/.test(which)) {
    throw new UsageError('An event id, or all, is required; pnpm line parked lists the ids.')
  }
  const wanted = which === 'all' ? 'all' : { id: which }
  const count = await withDeskDatabase(process.env, (db) => replayDeadLetters(db, wanted))
  if (count === 0 && which !== 'all') {
    throw new CommandError(`There is no parked event ${which}; pnpm line parked lists the parked events.`)
  }
  if (count === 0) return console.log('No events are parked.')
  console.log(
    `${count} ${count === 1 ? 'event is' : 'events are'} due again; the server applies them within seconds, or when it starts.`,
  )
}
