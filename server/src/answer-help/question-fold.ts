import { type Fold, startFold } from '../fold.ts'
import type { SearchContext } from '../knowledge/search-knowledge.ts'
import type { ServerContext } from '../server-context.ts'
import { hasAnswer } from './find-answers.ts'
import {
  addQuestion,
  dropDue,
  forgetOldDue,
  leaseDue,
  leaseUnchecked,
  noteChecked,
  readState,
  releaseDue,
  setAsideDue,
} from './question.store.ts'
import { questionKey, readsAsQuestion } from './reads-as-question.ts'

const LOOK_MS = 1_000
/** Messages that one round looks at, and groups. */
const MESSAGES = 10
const GROUPS = 2
/** What searches of one round take at most, but for the last of them: they share the process with everything else. */
const BUDGET_MS = 300
/** Messages that a second look gives up at once. */
const FORGOTTEN_AT_ONCE = 1_000

type FoldContext = Pick<ServerContext, 'db' | 'now' | 'vectors' | 'availability'>

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
    atOnce: MESSAGES,
    lookMs: LOOK_MS,
    onError: (error) =>
      context.availability.warn(error, 'questions were not looked at for an answer; trying again'),
  })
}

/**
 * One round; answers how many messages and groups were looked at. It searches outside of every transaction and takes messages one by
 * one: whoever takes a message back does not wait for a search.
 */
export async function foldQuestions(context: SearchContext): Promise<number> {
  const until = performance.now() + BUDGET_MS
  const looked = await foldDue(context, until)
  if (looked === MESSAGES) await forgetOldDue(context.db, context.now(), FORGOTTEN_AT_ONCE)
  // At least one group, however many messages wait: an answer that was written is seen.
  return looked + (await checkGroups(context, until))
}

/** Throws what went wrong with a message, once the others of the round are done: it is set aside alone. */
async function foldDue(context: SearchContext, until: number): Promise<number> {
  const { taken, messages } = await leaseDue(context.db, MESSAGES)
  const asked = messages.filter(({ text }) => readsAsQuestion(text))
  const isAsked = new Set(asked.map(({ id }) => id))
  await dropDue(
    context.db,
    taken.filter((id) => !isAsked.has(id)),
  )
  const failures: unknown[] = []
  for (const [place, { id, text }] of asked.entries()) {
    if (place > 0 && performance.now() > until) {
      const left = asked.slice(place).map((each) => each.id)
      await releaseDue(context.db, left)
      if (failures.length === 0) return MESSAGES
      break
    }
    try {
      // Read before the search: a change that comes meanwhile is looked at later.
      const state = await readState(context.db, context.now())
      if (await hasAnswer(context, text)) await dropDue(context.db, [id])
      else await addQuestion(context.db, { messageId: id, key: questionKey(text), state })
    } catch (error) {
      failures.push(error)
      await setAsideDue(context.db, id)
    }
  }
  if (failures.length > 0) throw failures[0]
  return taken.length
}

/** Groups leave the list once the knowledge base answers them: by a change of it, or because a text of it becomes valid. */
async function checkGroups(context: SearchContext, until: number): Promise<number> {
  for (let checked = 0; checked < GROUPS; checked += 1) {
    if (checked > 0 && performance.now() > until) return checked
    const state = await readState(context.db, context.now())
    // What is missed now would stand on the list until the next change.
    if (state.isStale) return checked
    const group = await leaseUnchecked(context.db, state)
    if (group === undefined) return checked
    // What was taken for a question once, and is none by the rules of today, leaves the list too.
    const isNone = group.text !== '' && !readsAsQuestion(group.text)
    const isAnswered = isNone || (await hasAnswer(context, group.text))
    await noteChecked(context.db, group.id, { state, isAnswered })
  }
  return GROUPS
}
