import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../cli/run-command.ts'

/** Resolves a relative path from the caller's directory, not the one where pnpm runs scripts. @throws UsageError */
export function readFileArgument(args: string[]): string {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [name, ...rest] = positionals
  if (!name) throw new UsageError('Exactly one file is required.')
  if (rest.length > 0) throw new UsageError(`Unexpected arguments: ${rest.join(' ')}`)
  return resolve(process.env.INIT_CWD || '.', name)
}
