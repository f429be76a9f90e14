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
import { DeskError } from '../desk-error.ts'
import { createStaffLimit } from '../http/rate-limit.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { findVisibleTicket } from '../tickets/ticket.store.ts'
import { iso } from '../tickets/ticket-row.ts'
import { readLastTexts } from './customer-texts.store.ts'
import { AnswerDrafts } from './draft-answer.ts'
import { findAnswers } from './find-answers.ts'
import { listPending } from './proposal.store.ts'
import { accept, decline, propose, readProposalTexts } from './proposals.ts'
import { dismissGroup, listGroups, markListed, readState } from './question.store.ts'

/** Maximum number of drafts per staff member and minute: each draft costs a request to a third-party model. */
const DRAFTS_PER_MINUTE = 10

export async function knowledgeInConversationRoutes(
  app: FastifyInstance,
  context: ServerContext,
): Promise<void> {
  const { db } = context
  serveCall(app, suggestCall, async ({ signedIn, params }) => {
    const ticket = await findVisibleTicket(db, signedIn.scope, params.id)
    const texts = await readLastTexts(db, ticket)
    return {
      question: texts.join('\n'),
      answers: await findAnswers(context, texts),
      can_draft: context.config.knowledgeChat !== null,
    }
  })
  const drafts = new AnswerDrafts(context)
  const checkDrafts = createStaffLimit(app, 'answer drafts', DRAFTS_PER_MINUTE)
  serveCall(app, draftCall, async ({ signedIn, params, raw }) => {
    await checkDrafts(raw)
    return drafts.draft(signedIn, params.id)
  })
  serveCall(app, textsCall, ({ signedIn, params }) => readProposalTexts(context, signedIn, params.id))
  serveCall(app, proposeCall, (request) => propose(context, request))
  serveCall(app, listCall, ({ signedIn, query }) => listPending(db, signedIn.scope, query))
  serveCall(app, acceptCall, (request) => accept(context, request))
  serveCall(app, declineCall, (request) => decline(context, request))
  serveCall(app, questionsCall, async ({ signedIn, query }) => {
    const { rows, total } = await listGroups(db, signedIn.scope, query)
    const ids = rows.map(({ id }) => id)
    await markListed(db, ids, await readState(db, context.now()))
    const items = rows.map((row) => ({ ...row, last_asked_at: iso(row.last_asked_at) }))
    return { items, total }
  })
  serveCall(app, dismissCall, async ({ signedIn: { scope, staff }, params }) => {
    if (!(await dismissGroup(db, scope, params.id, { staffId: staff.id, now: context.now() })))
      throw new DeskError('not_found')
    return { ok: true as const }
  })
}
