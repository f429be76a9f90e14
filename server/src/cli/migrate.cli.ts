import { runCommand, UsageError } from './run-command.ts'
import { migrateDeskDatabase } from './with-database.ts'

const USAGE = `Usage:
  pnpm migrate

Brings the database up to date, beside running servers. DATABASE_MIGRATION_URL names it as the owner of its schema
(default: DATABASE_URL); without either it is the embedded one of DATA_DIR.`

await runCommand(USAGE, async (args) => {
  if (args.length > 0) throw new UsageError(`Not understood: ${args.join(' ')}`)
  let count = 0
  await migrateDeskDatabase(process.env, (tag) => {
    count += 1
    console.log(`${tag} applied`)
  })
  if (count === 0) console.log('The database is up to date.')
})
