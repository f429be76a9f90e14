import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `pnpm bench [name]`: runs one benchmark, or all. A benchmark is a file `<name>.bench.ts` that prints ratios taken in one run. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))

const wanted = process.argv[2]
if (wanted && !names.includes(wanted)) {
  console.error(`There is no benchmark ${wanted}. There are: ${names.join(', ')}`)
  process.exit(2)
}
for (const name of wanted ? [wanted] : names) {
  console.log(`\n== ${name}`)
  const { bench } = (await import(join(import.meta.dirname, `${name}.bench.ts`))) as {
    bench: () => Promise<void>
  }
  await bench()
}
