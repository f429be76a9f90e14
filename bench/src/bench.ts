import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineProgram, UsageError } from '../../server/src/cli/run-command.ts'

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))

const USAGE = `Usage:
  pnpm bench [name]
  pnpm bench queue-page [tickets of the large table]
  pnpm bench find [messages]
  pnpm bench dashboard [tickets of the large desk]
  pnpm bench knowledge [file of questions]

Runs one benchmark, or all. Each prints ratios measured in one run.
Benchmarks: ${names.join(', ')}`

export const main = defineProgram(USAGE, async ([wanted, ...words]) => {
  if (wanted !== undefined && !names.includes(wanted))
    throw new UsageError(`There is no benchmark ${wanted}.`)
  const isSized = wanted === 'queue-page' || wanted === 'find' || wanted === 'dashboard'
  const isUnderstood = isSized ? /^\d+$/.test(words.join(' ')) : wanted === 'knowledge' && words.length === 1
  if (words.length > 0 && !isUnderstood) throw new UsageError(`Unexpected arguments: ${words.join(' ')}`)
  for (const name of wanted === undefined ? names : [wanted]) {
    console.log(`\n== ${name}`)
    const { bench } = (await import(join(import.meta.dirname, `${name}.bench.ts`))) as {
      bench: () => Promise<void>
    }
    await bench()
  }
})

if (import.meta.main) {
  await main()
  // A failed benchmark may leave a server or browser running, which would keep this process alive forever.
  if (process.exitCode) process.exit()
}
