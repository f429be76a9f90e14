import type { SuggestedAnswer } from 'shared/contract/knowledge/suggest-answers.call.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findVisibleTicket } from '../tickets/ticket.store.ts'
import { readLastTexts } from './customer-texts.store.ts'
import { findAnswers } from './find-answers.ts'

/** Throws `ticket_not_found`, `forbidden_channel`. */
export async function suggestAnswers(
  context: ServerContext,
  { scope }: SignedIn,
  ticketId: string,
): Promise<{ question: string; answers: SuggestedAnswer[]; can_draft: boolean }> {
  const ticket = await findVisibleTicket(context.db, scope, ticketId)
  const texts = (await readLastTexts(context.db, ticket)).map(({ text }) => text)
  return {
    question: texts.join('\n'),
    answers: await findAnswers(context, texts),
    can_draft: context.config.knowledgeChat !== null,
  }
}
