import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../cli/run-command.ts'

/** The one file that a command names, from where the person stands: pnpm runs scripts in the repository. @throws UsageError */
export function readFileArgument(args: string[]): string {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [name, ...rest] = positionals
  if (!name) throw new UsageError('Name one file.')
  if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`)
  return resolve(process.env.INIT_CWD || '.', name)
}
