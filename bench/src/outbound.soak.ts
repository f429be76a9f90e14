import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OutboundRun } from './outbound-run.ts'
import type { SoakOptions } from './soak.ts'

/**
 * 2,000 answers to 40 customers over a LINE that loses 30% of its answers, fails with 10% of calls and refuses 5% for their rate, while
 * the server is killed five times; first as pushes alone, then with reply tokens. True: what the desk calls sent stands once and in
 * order on the customer's phone, a push never fails, and of replies all that is not called sent is said to be unknown.
 */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  let isWhole = true
  for (let round = 0; round < rounds; round += 1) {
    for (const withReplies of [false, true]) {
      const dir = mkdtempSync(join(tmpdir(), 'oa-desk-outbound-'))
      const run = await OutboundRun.start(dir, { seed: seed + round, withReplies })
      try {
        const { counts, faults } = await run.go()
        console.log(`seed ${seed + round}, ${withReplies ? 'with reply tokens' : 'pushes alone'}:`)
        console.log(`  ${JSON.stringify(counts)}`)
        for (const fault of faults.slice(0, 20)) console.log(`  WRONG ${fault}`)
        if (faults.length > 0) isWhole = false
      } finally {
        await run.stop()
        rmSync(dir, { recursive: true, force: true })
      }
    }
  }
  return isWhole
}
