import { removeOldSessions } from './auth/session.store.ts'
import type { Db } from './db/client.ts'
import type { Desk } from './desk.ts'
import { normalizeNames } from './line/customer.store.ts'
import { removeOldEvents } from './line/inbox.store.ts'
import { removeOldReplyTokens } from './messages/reply-token.store.ts'
import { removeExpiredReleases } from './releases/publish.ts'

const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
/** Rows in one statement, and statements in one go: nobody waits for a lock of ours, and what is left has time. */
const ROWS = 1_000
const STATEMENTS = 20

type Chore = (db: Db, now: Date, limit: number) => Promise<number>

const CHORES: Record<string, Chore> = {
  sessions: removeOldSessions,
  'reply tokens': removeOldReplyTokens,
  'events of LINE': removeOldEvents,
  'names without a form to search by': normalizeNames,
}

/** Removes rows that nobody needs any more, a bounded number of each kind, and files of old releases; normalizes names that are due. Answers how many of each. */
export async function tidyUp(desk: Desk, isStopped = () => false): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  for (const [what, chore] of Object.entries(CHORES)) {
    gone[what] = 0
    for (let count = 0; count < STATEMENTS && !isStopped(); count += 1) {
      const removed = await chore(desk.db, desk.now(), ROWS)
      gone[what] += removed
      if (removed < ROWS) break
    }
  }
  const releases = await removeExpiredReleases({ db: desk.db, ...desk.config }, desk.now())
  return { ...gone, 'files of releases': releases.length }
}

/** Tidies up a minute after the start and about every hour; several servers do not do it at the same moment. */
export function startHousekeeping(desk: Desk): { stop(): Promise<void> } {
  let stopped = false
  let current: Promise<void> = Promise.resolve()
  let timer = later(FIRST_MS)

  function later(ms: number): NodeJS.Timeout {
    return setTimeout(
      () => {
        current = tidyUp(desk, () => stopped).then(
          (gone) => desk.log.debug(gone, 'old rows were removed'),
          (error) => desk.log.warn({ err: error }, 'old rows were not removed; trying again'),
        )
        timer = later(EVERY_MS)
      },
      ms * (0.75 + Math.random() / 2),
    )
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
