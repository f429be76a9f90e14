import { parseArgs } from 'node:util'
import { CommandError, defineProgram, UsageError } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { readReleaseConfig, remoteId } from '../config.ts'
import { rollBack } from './publish-remote.ts'
import { changeRegistry } from './registry.store.ts'
import { ReleaseRefused, withdraw } from './registry-rules.ts'

const USAGE = `Usage:
  pnpm release:rollback <remote> | host [--force]
  pnpm release:withdraw <remote>

rollback activates the release before the active one; each further call goes back one more. --force: also when a
remote imports something that the older host does not provide.
withdraw removes a remote from the desk: only one that is no longer in the repository, because a start would release it again.`

export const main = defineProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  })
  const [command, word, ...rest] = positionals
  if (command !== 'rollback' && command !== 'withdraw')
    throw new UsageError('The command rollback or withdraw is required.')
  if (word === undefined || rest.length > 0) throw new UsageError('Exactly one remote is required.')
  const id = remoteId(word)
  if (!/^[a-z][a-z0-9]*$/.test(id)) throw new UsageError(`${word} is not a valid name of a remote.`)
  await withDeskDatabase(process.env, async (db) => {
    const storage = { db, ...readReleaseConfig(process.env) }
    try {
      if (command === 'rollback') {
        const release = await rollBack(storage, id, { force: values.force, onMissing: console.error })
        console.log(`${id} ${release} is active`)
      } else {
        await changeRegistry(db, (registry) => withdraw(registry, id))
        console.log(`${id} is withdrawn`)
      }
    } catch (error) {
      throw error instanceof ReleaseRefused ? new CommandError(error.message) : error
    }
  })
})

if (import.meta.main) await main()
