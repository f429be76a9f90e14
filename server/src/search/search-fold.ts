import { withJitter } from '../jitter.ts'
import type { ServerContext } from '../server-context.ts'
import { foldMessages } from './fold.store.ts'

/** A message can be found about so long after its commit, also one that another server has stored. */
const LOOK_MS = 600
/** Messages in one transaction: a few large ones cost less than many small ones. */
const AT_ONCE = 500

/** Brings messages into what is searched, soon after their commit and never in their transaction. */
export function startSearchFold(
  context: Pick<ServerContext, 'db' | 'availability'>,
  { lookMs = LOOK_MS, atOnce = AT_ONCE }: { lookMs?: number; atOnce?: number } = {},
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = look()

  async function look(): Promise<void> {
    try {
      while (!stopped && (await foldMessages(context.db, atOnce)) === atOnce);
    } catch (error) {
      context.availability.warn(error, 'messages were not made searchable; trying again')
    }
    if (stopped) return
    timer = setTimeout(() => {
      running = look()
    }, withJitter(lookMs))
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
