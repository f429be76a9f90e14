import { parseArgs } from 'node:util'
import { runCommand } from './run-command.ts'
import { migrateDeskDatabase } from './with-database.ts'

const USAGE = `Usage:
  pnpm migrate [--yes]

Brings the database up to date, beside running servers. DATABASE_MIGRATION_URL names it as the owner of its schema
(default: DATABASE_URL); without either it is the embedded one of DATA_DIR.
--yes: makes an empty one where there is none; otherwise that is asked.`

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: { yes: { type: 'boolean' } } })
  let count = 0
  const onMigration = (tag: string) => {
    count += 1
    console.log(`${tag} applied`)
  }
  await migrateDeskDatabase(process.env, onMigration, { yes: values.yes })
  if (count === 0) console.log('The database is up to date.')
})
