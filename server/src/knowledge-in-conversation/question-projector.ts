import type { SearchContext } from '../knowledge/search-knowledge.ts'
import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { hasAnswer } from './find-answers.ts'
import {
  addQuestion,
  deferDue,
  dropDue,
  forgetOldDue,
  leaseDue,
  leaseUnchecked,
  readState,
  recordChecked,
  releaseDue,
} from './question.store.ts'
import { looksLikeQuestion, questionKey } from './question-detection.ts'

const POLL_MS = 1_000
/** Per round. */
const MESSAGES = 10
const GROUPS = 2
/** Total time in ms for the searches of one round. The search that exceeds this time still completes. */
const BUDGET_MS = 300
/** Per round. */
const MAX_FORGOTTEN = 1_000

type ProjectorContext = Pick<ServerContext, 'db' | 'now' | 'vectors' | 'availability'>

/** Searches at most ten messages a second, newest first; drops messages that have waited longer than a day. */
export function startQuestionProjector(context: ProjectorContext): Projector {
  return startProjector({
    // Returns 0, as if no rows were left, so that the next round starts later and searches are spread over time.
    projectBatch: async () => {
      await projectQuestions(context)
      return 0
    },
    batchSize: MESSAGES,
    pollMs: POLL_MS,
    onError: (error) =>
      context.availability.warn(error, 'the search for answers to open questions failed; retrying'),
  })
}

/** Searches run outside of transactions, so that an unsend never waits for a search. */
export async function projectQuestions(context: SearchContext): Promise<number> {
  const until = performance.now() + BUDGET_MS
  const processedCount = await projectDue(context, until)
  if (processedCount === MESSAGES) await forgetOldDue(context.db, context.now(), MAX_FORGOTTEN)
  // Checks at least one question group even under load, so that new knowledge entries close the groups they answer.
  return processedCount + (await checkGroups(context, until))
}

async function projectDue(context: SearchContext, until: number): Promise<number> {
  const { taken, messages } = await leaseDue(context.db, MESSAGES)
  const questionMessages = messages.filter(({ text }) => looksLikeQuestion(text))
  const questionIds = new Set(questionMessages.map(({ id }) => id))
  await dropDue(
    context.db,
    taken.filter((id) => !questionIds.has(id)),
  )
  const failures: unknown[] = []
  for (const [index, { id, text }] of questionMessages.entries()) {
    if (index > 0 && performance.now() > until) {
      const left = questionMessages.slice(index).map((each) => each.id)
      await releaseDue(context.db, left)
      if (failures.length === 0) return MESSAGES
      break
    }
    try {
      // Reads the state of the knowledge base before the search, so that a concurrent change triggers another check.
      const state = await readState(context.db, context.now())
      if (await hasAnswer(context, text)) await dropDue(context.db, [id])
      else await addQuestion(context.db, { messageId: id, key: questionKey(text), state })
    } catch (error) {
      failures.push(error)
      await deferDue(context.db, id)
    }
  }
  if (failures.length > 0) throw failures[0]
  return taken.length
}

async function checkGroups(context: SearchContext, until: number): Promise<number> {
  for (let checked = 0; checked < GROUPS; checked += 1) {
    if (checked > 0 && performance.now() > until) return checked
    const state = await readState(context.db, context.now())
    // Waits until the index is current: an outdated one could miss an answer, and leave the group open.
    if (state.isStale) return checked
    const group = await leaseUnchecked(context.db, state)
    if (group === undefined) return checked
    // Also closes groups whose message is no question according to the current rules.
    const isNoQuestion = group.text !== '' && !looksLikeQuestion(group.text)
    const isAnswered = isNoQuestion || (await hasAnswer(context, group.text))
    await recordChecked(context.db, group.id, { state, isAnswered })
  }
  return GROUPS
}
