import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../server/src/db/client.ts'
import { countWaitingEvents } from '../../server/src/line/inbox.store.ts'
import { bareInsertRate } from './bare-insert.ts'
import { CONCURRENCY, InboundLoad } from './inbound-load.ts'
import { startSlowLine } from './slow-line.ts'
import { startStandaloneServer } from './standalone-server.ts'
import { percentile } from './statistics.ts'

const WARM_UP_MS = 10_000
const MEASURE_MS = 60_000
/** Duration in ms of a baseline. One runs before the load and one after it, because the machine's other work varies. */
const BARE_MS = 10_000
const POLL_MS = 1_000
const DRAINED_WITHIN_MS = 60_000
const RETRY_MS = 10

/** Images come from a LINE mock that needs one second for each. Load generator, desk and database share the machine. */
export async function bench(): Promise<void> {
  const line = await startSlowLine()
  const desk = await startStandaloneServer({ channelKeys: ['main', 'second'], lineUrl: line.url })
  const load = new InboundLoad(desk.webhookCredentials)
  try {
    await load.introduce()
    await load.writeFor(WARM_UP_MS)
    await untilApplied(desk.db)
    const bareBefore = await bareInsertRate(desk.db, 'main', CONCURRENCY, BARE_MS)

    load.responses.length = 0
    load.acknowledged = 0
    const before = await desk.countRows('messages')
    const backlog: number[] = []
    const began = performance.now()
    const watch = setInterval(() => {
      void countWaitingEvents(desk.db).then(({ pending }) => backlog.push(pending))
    }, POLL_MS)
    await load.writeFor(MEASURE_MS)
    clearInterval(watch)
    const wrote = performance.now() - began
    const { pending } = await countWaitingEvents(desk.db)
    const applied = (await desk.countRows('messages')) - before
    const stopped = performance.now()
    const left = await untilApplied(desk.db)
    const drainedMs = Math.round(performance.now() - stopped)

    const bareAfter = await bareInsertRate(desk.db, 'main', CONCURRENCY, BARE_MS)
    const bare = (bareBefore + bareAfter) / 2
    const rate = (applied * 1_000) / wrote
    const { responses, acknowledged } = load
    const ms = (share: number) => `p${share * 100} ${percentile(responses, share).toFixed(0)} ms`
    const perSecond = (count: number) => `${((count * 1_000) / wrote).toFixed(0)}/s`
    console.log(
      `responses to LINE            ${ms(0.5)}   ${ms(0.99)}   n=${responses.length} (${perSecond(responses.length)})`,
    )
    console.log(`messages acknowledged        ${perSecond(acknowledged)}`)
    console.log(`messages in their tickets    ${rate.toFixed(0)}/s`)
    console.log(
      `waiting to be applied        p50 ${percentile(backlog, 0.5)}   max ${Math.max(...backlog)}   at the end ${pending}, ${drainedMs} ms later ${left}`,
    )
    console.log(
      `bare inserts                 ${bare.toFixed(0)}/s (before ${bareBefore.toFixed(0)}, after ${bareAfter.toFixed(0)})`,
    )
    console.log(`ratio to bare inserts: ${(rate / bare).toFixed(2)}`)
  } finally {
    load.close()
    await desk.stop()
    line.close()
  }
}

/** Waits until all events are applied. Returns the number of events that are still pending at the timeout. */
async function untilApplied(db: Db): Promise<number> {
  const deadline = performance.now() + DRAINED_WITHIN_MS
  for (;;) {
    const { pending } = await countWaitingEvents(db)
    if (pending === 0 || performance.now() > deadline) return pending
    await pause(RETRY_MS)
  }
}
