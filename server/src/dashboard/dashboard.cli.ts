import { runCommand, UsageError } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { rebuildMetrics } from './rebuild.ts'

const USAGE = `Usage:
  pnpm dashboard:rebuild

Counts every case again for the dashboard, beside running servers. Figures can be read meanwhile.`

await runCommand(USAGE, async ([command, ...rest]) => {
  if (command !== 'rebuild' || rest.length > 0)
    throw new UsageError(`Not understood: ${[command, ...rest].join(' ')}`)
  let tickets = 0
  await withDeskDatabase(process.env, (db) =>
    rebuildMetrics(db, (noted) => {
      tickets = noted
    }),
  )
  console.log(`${tickets} cases were counted.`)
})
