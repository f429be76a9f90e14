import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** What a long fault run is told. The same seed gives the same faults. */
export interface SoakOptions {
  rounds: number
  seed: number
}

/**
 * `pnpm soak <name> [--rounds n] [--seed n]`: a long fault run, `<name>.soak.ts`. It prints what was lost and doubled, and ends with
 * exit code 1 when that is anything at all. A short version of each stands among the server's tests.
 */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.soak.ts'))
  .map((file) => file.replace('.soak.ts', ''))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '400' }, seed: { type: 'string', default: '1' } },
})
const [name] = positionals
const options: SoakOptions = { rounds: Number(values.rounds), seed: Number(values.seed) }
if (name === undefined || !names.includes(name) || !(options.rounds > 0) || !Number.isInteger(options.seed)) {
  console.error(`Usage: pnpm soak <name> [--rounds n] [--seed n]; there are: ${names.join(', ')}`)
  process.exit(2)
}
const { soak } = (await import(join(import.meta.dirname, `${name}.soak.ts`))) as {
  soak: (options: SoakOptions) => Promise<boolean>
}
process.exitCode = (await soak(options)) ? 0 : 1
