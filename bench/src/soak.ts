import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defineProgram, UsageError } from '../../server/src/cli/run-command.ts'

/** Options of a soak test. The same seed causes the same faults. */
export interface SoakOptions {
  rounds: number
  seed: number
}

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.soak.ts'))
  .map((file) => file.replace('.soak.ts', ''))

const USAGE = `Usage:
  pnpm soak <name> [--rounds n] [--seed n]

A long fault run. It prints what was lost or duplicated; the exit code is 1 when anything was.
Fault runs: ${names.join(', ')}`

export const main = defineProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string' }, seed: { type: 'string', default: '1' } },
  })
  const [name, ...rest] = positionals
  if (name === undefined || rest.length > 0) throw new UsageError('Exactly one fault run is required.')
  if (!names.includes(name)) throw new UsageError(`There is no fault run ${name}.`)
  const { soak, defaultRounds = 1 } = (await import(join(import.meta.dirname, `${name}.soak.ts`))) as {
    soak: (options: SoakOptions) => Promise<boolean>
    defaultRounds?: number
  }
  const options: SoakOptions = { rounds: Number(values.rounds ?? defaultRounds), seed: Number(values.seed) }
  if (!(options.rounds > 0) || !Number.isInteger(options.seed))
    throw new UsageError('--rounds and --seed must be numbers.')
  process.exitCode = (await soak(options)) ? 0 : 1
})

if (import.meta.main) await main()
