import { inTransaction } from '../db/client.ts'
import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { hasAnswer } from './find-answers.ts'
import {
  addQuestion,
  forgetOldDue,
  newestLog,
  noteChecked,
  takeDue,
  takeUnchecked,
} from './question.store.ts'
import { questionKey, readsAsQuestion } from './reads-as-question.ts'

const LOOK_MS = 1_000
/** Searches in one transaction. */
const AT_ONCE = 10
/** Messages that a second look gives up at once. */
const FORGOTTEN_AT_ONCE = 1_000

type FoldContext = Pick<ServerContext, 'db' | 'now' | 'availability'>

/**
 * Looks whether the knowledge base answers what customers write, once the search has taken it in, and keeps what it does not answer. No
 * message waits for it: of many a server looks at ten a second, the newest first, and after a day at none.
 */
export function startQuestionFold(context: FoldContext): Fold {
  return startFold({
    // Never as many as would have it go on at once: what a search costs is spread over time.
    take: async () => {
      await foldQuestions(context)
      return 0
    },
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) =>
      context.availability.warn(error, 'questions were not looked at for an answer; trying again'),
  })
}

/** One round; answers how many messages and groups were looked at. */
export async function foldQuestions(context: Pick<ServerContext, 'db' | 'now'>): Promise<number> {
  const looked = await foldDue(context)
  if (looked === AT_ONCE) {
    await forgetOldDue(context.db, context.now(), FORGOTTEN_AT_ONCE)
    return looked
  }
  return looked + (await checkGroups(context, AT_ONCE - looked))
}

async function foldDue(context: Pick<ServerContext, 'db' | 'now'>): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    const { taken, messages } = await takeDue(tx, AT_ONCE)
    const asked = messages.filter(({ text }) => readsAsQuestion(text))
    if (asked.length === 0) return taken
    // Read before the searches: a change that comes meanwhile is looked at later.
    const checkedLog = await newestLog(tx)
    for (const { id, text } of asked)
      if (!(await hasAnswer(context, text)))
        await addQuestion(tx, { messageId: id, key: questionKey(text), checkedLog })
    return taken
  })
}

/** Groups leave the list once the knowledge base answers them, whichever way that has come about. */
async function checkGroups(context: Pick<ServerContext, 'db' | 'now'>, limit: number): Promise<number> {
  const log = await newestLog(context.db)
  return inTransaction(context.db, async (tx) => {
    const groups = await takeUnchecked(tx, log, limit)
    for (const { id, text } of groups) {
      const isAnswered = await hasAnswer(context, text)
      await noteChecked(tx, id, { log, isAnswered, now: context.now() })
    }
    return groups.length
  })
}
