import type { FastifyInstance } from 'fastify'
import {
  acceptProposal as acceptCall,
  declineProposal as declineCall,
  listProposals as listCall,
} from 'shared/contract/knowledge/decide-proposal.call.ts'
import { draftAnswer as draftCall } from 'shared/contract/knowledge/draft-answer.call.ts'
import {
  dismissOpenQuestion as dismissCall,
  listOpenQuestions as questionsCall,
} from 'shared/contract/knowledge/open-questions.call.ts'
import {
  proposeKnowledge as proposeCall,
  readProposalTexts as textsCall,
} from 'shared/contract/knowledge/propose-knowledge.call.ts'
import { suggestAnswers as suggestCall } from 'shared/contract/knowledge/suggest-answers.call.ts'
import { createStaffLimit } from '../http/rate-limit.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { AnswerDrafts } from './draft-answer.ts'
import { dismissQuestion, readOpenQuestions } from './open-questions.ts'
import { listPending } from './proposal.store.ts'
import { accept, decline, propose, readProposalTexts } from './proposals.ts'
import { suggestAnswers } from './suggest-answers.ts'

/** Maximum number of drafts per staff member and minute: each draft costs a request to a third-party model. */
const DRAFTS_PER_MINUTE = 10

export async function knowledgeInConversationRoutes(
  app: FastifyInstance,
  context: ServerContext,
): Promise<void> {
  serveCall(app, suggestCall, ({ signedIn, params }) => suggestAnswers(context, signedIn, params.id))
  const drafts = new AnswerDrafts(context)
  const checkDrafts = createStaffLimit(app, 'answer drafts', DRAFTS_PER_MINUTE)
  serveCall(app, draftCall, async ({ signedIn, params, raw }) => {
    await checkDrafts(raw)
    return drafts.draft(signedIn, params.id)
  })
  serveCall(app, textsCall, ({ signedIn, params }) => readProposalTexts(context, signedIn, params.id))
  serveCall(app, proposeCall, ({ signedIn, params, body }) =>
    propose(context, signedIn, params.id, {
      ...body,
      questionMessageIds: body.question_message_ids,
      answerMessageId: body.answer_message_id ?? null,
    }),
  )
  serveCall(app, listCall, ({ signedIn, query }) => listPending(context.db, signedIn.scope, query))
  serveCall(app, acceptCall, ({ signedIn, params, body }) => accept(context, signedIn, params.id, body))
  serveCall(app, declineCall, ({ signedIn, params, body }) =>
    decline(context, signedIn, params.id, body.reason),
  )
  serveCall(app, questionsCall, ({ signedIn, query }) => readOpenQuestions(context, signedIn, query))
  serveCall(app, dismissCall, async ({ signedIn, params }) => {
    await dismissQuestion(context, signedIn, params.id)
    return { ok: true as const }
  })
}
