import { defineProgram, UsageError } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { rebuildMetrics } from './rebuild-metrics.ts'

const USAGE = `Usage:
  pnpm dashboard:rebuild

Counts all tickets again for the dashboard. Servers may run meanwhile, and the dashboard stays available.`

export const main = defineProgram(USAGE, async ([command, ...rest]) => {
  if (command !== 'rebuild' || rest.length > 0)
    throw new UsageError(`Unexpected arguments: ${[command, ...rest].join(' ')}`)
  let tickets = 0
  await withDeskDatabase(process.env, (db) =>
    rebuildMetrics(db, (noted) => {
      tickets = noted
    }),
  )
  console.log(`${tickets} tickets were counted.`)
})

if (import.meta.main) await main()
