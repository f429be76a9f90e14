import { parseArgs } from 'node:util'
import { defineProgram } from './run-command.ts'
import { migrateDeskDatabase } from './with-database.ts'

const USAGE = `Usage:
  pnpm migrate [--yes]

Migrates the database to this version; servers may run meanwhile. DATABASE_MIGRATION_URL is its address as the owner of
the schema (default: DATABASE_URL); without either it is the embedded database of DATA_DIR.
--yes: creates an empty database without a prompt if none exists.`

export const main = defineProgram(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: { yes: { type: 'boolean' } } })
  let count = 0
  const onMigration = (tag: string) => {
    count += 1
    console.log(`${tag} applied`)
  }
  await migrateDeskDatabase(process.env, onMigration, { yes: values.yes })
  if (count === 0) console.log('The database is up to date.')
})

if (import.meta.main) await main()
