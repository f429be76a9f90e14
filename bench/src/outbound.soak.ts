import { everyRound } from './fault-rounds.ts'
import { OutboundRun } from './outbound-run.ts'
import type { SoakOptions } from './soak.ts'

/**
 * Sends 2,000 replies to 40 customers. LINE loses 30 % of its responses, fails 10 % of the requests and rate-limits 5
 * %, while the server is killed five times. Returns true when all messages marked as sent are on the customer's phone
 * once and in order, no push fails, and every reply that is not sent is marked as unknown.
 */
export function soak(options: SoakOptions): Promise<boolean> {
  return everyRound(options, async (seed) => {
    let isWhole = true
    for (const withReplies of [false, true]) {
      const run = await OutboundRun.start({ seed, withReplies })
      try {
        const { counts, faults } = await run.go()
        console.log(`seed ${seed}, ${withReplies ? 'with reply tokens' : 'push messages only'}:`)
        console.log(`  ${JSON.stringify(counts)}`)
        for (const fault of faults.slice(0, 20)) console.log(`  WRONG ${fault}`)
        if (faults.length > 0) isWhole = false
      } finally {
        await run.stop()
      }
    }
    return isWhole
  })
}
