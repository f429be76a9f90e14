import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { ReleaseRefused, rollback } from './rules.ts'
import { changeRegistry } from './store.ts'

const USAGE = `pnpm release:rollback <remote>

Makes the release before the active one the active one. A second time goes forward again.`

await runCommand(USAGE, async ([id, ...rest]) => {
  if (id === undefined || rest.length > 0) throw new UsageError('Name one remote.')
  await withDeskDatabase(process.env, async (db) => {
    const registry = await changeRegistry(db, (current) => rollback(current, id)).catch((error) => {
      throw error instanceof ReleaseRefused ? new CommandError(error.message) : error
    })
    console.log(`${id} ${registry.remotes[id]?.active?.release} is active`)
  })
})
