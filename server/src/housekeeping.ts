import type { Db } from './db/client.ts'
import { removeOldSends } from './delivery/line-send.store.ts'
import { withJitter } from './jitter.ts'
import { removeOldParts } from './knowledge/import-upload.store.ts'
import { reindexKnowledge } from './knowledge/reindex.ts'
import { forgetOldProposals } from './knowledge-in-conversation/proposal.store.ts'
import { removeOldQuestions } from './knowledge-in-conversation/question.store.ts'
import { normalizeNames } from './line/customer.store.ts'
import { removeOldEvents } from './line/inbox.store.ts'
import { sweepBlobs } from './media/sweep-blobs.ts'
import { removeOldReplyTokens } from './messages/reply-token.store.ts'
import { removeExpiredReleases } from './releases/publish-remote.ts'
import { createSearchMonths } from './search/search-month-partitions.store.ts'
import type { ServerContext } from './server-context.ts'
import { removeOldSecurityEvents } from './sessions/security-event.store.ts'
import { removeOldSessions } from './sessions/session.store.ts'
import { projectUses } from './suggestions/suggestion-use.store.ts'
import { renumberRestored } from './tickets/unread-tickets.store.ts'

const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
/** Rows per SQL statement; few, so that locks are held only briefly. */
const ROWS = 1_000
/** Number of blocks (groups of text chunks) of the knowledge index per batch; 100,000 chunks have 25 blocks. */
const KNOWLEDGE_BLOCKS = 30
const MAX_MS = 10 * 60_000

const PORTIONS: Record<string, number> = { 'knowledge index blocks': KNOWLEDGE_BLOCKS }

type Chore = (db: Db, now: Date, limit: number) => Promise<number>

const CHORES: Record<string, Chore> = {
  sessions: removeOldSessions,
  'security events': removeOldSecurityEvents,
  'reply tokens': removeOldReplyTokens,
  'LINE events': removeOldEvents,
  'calls to LINE': removeOldSends,
  'names to normalize': normalizeNames,
  'suggestion uses': projectUses,
  'months of the message search': createSearchMonths,
  'knowledge index blocks': (db, _now, limit) => reindexKnowledge(db, limit),
  'texts of abandoned imports': removeOldParts,
  'unanswered questions': removeOldQuestions,
  'decided proposals': forgetOldProposals,
  'transaction ids of another cluster': renumberRestored,
}

/** Runs one batch of each task in turn. A failed task does not stop the others. Returns the row count per task. */
export async function runHousekeeping(
  context: ServerContext,
  { isStopped = () => false, maxMs = MAX_MS }: { isStopped?: () => boolean; maxMs?: number } = {},
): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  const until = performance.now() + maxMs
  const attempt = async (what: string, work: () => Promise<number>): Promise<number> => {
    try {
      return await work()
    } catch (error) {
      context.availability.warn(error, 'a housekeeping task failed; retrying', { what })
      return 0
    }
  }
  let left = Object.entries(CHORES)
  for (const [what] of left) gone[what] = 0
  while (left.length > 0 && !isStopped() && performance.now() < until) {
    const unfinished: typeof left = []
    for (const [what, chore] of left) {
      if (isStopped()) break
      const rows = PORTIONS[what] ?? ROWS
      const removed = await attempt(what, () => chore(context.db, context.now(), rows))
      gone[what] = (gone[what] ?? 0) + removed
      if (removed === rows) unfinished.push([what, chore])
    }
    left = unfinished
  }
  const releases = 'files of old releases'
  gone[releases] = await attempt(releases, async () => {
    const removed = await removeExpiredReleases({ db: context.db, ...context.config }, context.now())
    return removed.length
  })
  const contents = 'unused blobs'
  gone[contents] = await attempt(contents, () => sweepBlobs({ ...context, isStopped }, context.now(), ROWS))
  return gone
}

/** Runs housekeeping a minute after the start and then about hourly; jitter separates the runs of servers. */
export function startHousekeeping(context: ServerContext): { stop(): Promise<void> } {
  let stopped = false
  let current: Promise<void> = Promise.resolve()
  let timer = later(FIRST_MS)

  function later(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      current = runHousekeeping(context, { isStopped: () => stopped }).then((gone) =>
        context.log.debug(gone, 'housekeeping finished'),
      )
      timer = later(EVERY_MS)
    }, withJitter(ms))
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
