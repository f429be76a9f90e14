import type { draftAnswer } from 'shared/contract/knowledge/draft-answer.call.ts'
import type * as z from 'zod/mini'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findVisibleTicket } from '../tickets/ticket.store.ts'
import { ChatFailure, completeChat } from './chat-endpoint.ts'
import { readLastTexts } from './customer-texts.store.ts'
import { composeDraft, readDraft } from './draft-sentences.ts'
import { findAnswers } from './find-answers.ts'

/** Timeout of a draft in ms, below the browser's request timeout of 30 seconds. */
const TIMEOUT_MS = 20_000
/** Maximum number of concurrent drafts per server process. */
const MAX_CONCURRENT = 8

export class AnswerDrafts {
  readonly #context: ServerContext
  readonly #timeoutMs: number
  #underWay = 0

  constructor(context: ServerContext, timeoutMs = TIMEOUT_MS) {
    this.#context = context
    this.#timeoutMs = timeoutMs
  }

  /**
   * Throws `not_found` (no chat endpoint), `ticket_not_found`, `forbidden_channel`, `draft_failed`, `draft_too_slow`.
   */
  async draft({ scope }: SignedIn, ticketId: string): Promise<z.input<typeof draftAnswer.response>> {
    const { config, db, log } = this.#context
    const endpoint = config.knowledgeChat
    if (endpoint === null) throw new DeskError('not_found')
    const ticket = await findVisibleTicket(db, scope, ticketId)
    const texts = await readLastTexts(db, ticket)
    const found = await findAnswers(this.#context, texts)
    const contents = found.map(({ content }) => content)
    if (found.length === 0) return { sentences: [], sources: [] }
    if (this.#underWay >= MAX_CONCURRENT) throw new DeskError('draft_failed')
    this.#underWay += 1
    try {
      const completion = await completeChat(
        endpoint,
        composeDraft(texts.join('\n'), contents),
        this.#timeoutMs,
      )
      const sentences = readDraft(completion, contents)
      if (sentences === undefined)
        throw new ChatFailure('unreadable', 'the completion contains no valid draft')
      const sources = found.map(({ entry_id, source, title }) => ({ entry_id, source, title }))
      return { sentences, sources }
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error
      log.warn({ reason: error.reason, detail: error.message }, 'a reply could not be drafted')
      throw new DeskError(error.reason === 'late' ? 'draft_too_slow' : 'draft_failed')
    } finally {
      this.#underWay -= 1
    }
  }
}
