import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { acceptProposal, declineProposal } from 'shared/contract/knowledge/decide-proposal.call.ts'
import { questionsOf, writeGeneral } from 'shared/contract/knowledge/knowledge-text.ts'
import type { KnowledgeProposal, ProposedTexts } from 'shared/contract/knowledge/proposal.ts'
import type { proposeKnowledge } from 'shared/contract/knowledge/propose-knowledge.call.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import { changeKnowledge } from '../knowledge/change-knowledge.ts'
import { upsertWithin } from '../knowledge/upsert-knowledge.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findVisibleTicket, lockVisibleTicket } from '../tickets/ticket.store.ts'
import {
  addProposal,
  countPending,
  findProposal,
  findSame,
  isAnyUnsent,
  listOfTicket,
  lockProposal,
  readTexts,
  saveDecision,
} from './proposal.store.ts'

const MAX_PENDING = 10
const TEXTS = 10

/** Throws `ticket_not_found`, `forbidden_channel`. */
export async function readProposalTexts({ db }: ServerContext, { scope }: SignedIn, ticketId: string) {
  const ticket = await findVisibleTicket(db, scope, ticketId)
  const [questions, answers, proposed] = await Promise.all([
    readTexts(db, ticket, 'IN', TEXTS),
    readTexts(db, ticket, 'OUT', TEXTS),
    listOfTicket(db, ticket, TEXTS),
  ])
  return {
    questions,
    answers,
    proposed: proposed.map(({ id, questions, answer, status }) => ({ id, questions, answer, status })),
  }
}

/** Throws `proposals_full`; `conflict` when a message was unsent or another staff member's proposal has the id. */
export async function propose(
  { db, now }: ServerContext,
  { signedIn: { scope, staff }, params, body }: CallRequest<typeof proposeKnowledge>,
): Promise<KnowledgeProposal> {
  const { id, question_message_ids: questionMessageIds, answer_message_id: answerMessageId = null } = body
  return inTransaction(db, async (tx) => {
    const ticket = await lockVisibleTicket(tx, scope, params.id)
    const known = await findProposal(tx, scope, id)
    if (known !== undefined) {
      if (known.ticket_id !== params.id || known.proposed_by.id !== staff.id) throw new DeskError('conflict')
      return known
    }
    if (await isAnyUnsent(tx, ticket, questionMessageIds)) throw new DeskError('conflict')
    const sameProposal = await findSame(tx, ticket, trimmed(body))
    if (sameProposal !== undefined) return sameProposal
    if ((await countPending(tx, ticket)) >= MAX_PENDING)
      throw new DeskError('proposals_full', { limit: MAX_PENDING })
    const proposal = { id, ...trimmed(body), questionMessageIds, answerMessageId, staffId: staff.id }
    if (!(await addProposal(tx, ticket, proposal, now()))) throw new DeskError('conflict')
    return written(await findProposal(tx, scope, id))
  })
}

/** Throws `not_found`, `proposal_decided`. */
export function accept(
  { db, now }: ServerContext,
  { signedIn: { scope, staff }, params: { id }, body }: CallRequest<typeof acceptProposal>,
): Promise<KnowledgeProposal> {
  return changeKnowledge(db, async (tx) => {
    const proposal = await lockOpen(tx, scope, id)
    const { questions, answer } = trimmed(body)
    if (proposal.status === 'accepted') {
      const isRepeated = proposal.decided_by?.id === staff.id && proposal.questions === questions
      if (isRepeated && proposal.answer === answer) return proposal
      throw new DeskError('proposal_decided', { proposal })
    }
    const { entryId } = await upsertWithin(tx, now(), {
      source: KNOWLEDGE_SOURCES.general,
      text: writeGeneral({ questions: questionsOf(questions), answer }),
      replace: false,
      validFrom: null,
      validUntil: null,
      staffId: staff.id,
      proposedById: proposal.proposed_by.id,
    })
    const decision = { status: 'accepted', questions, answer, entryId } as const
    await saveDecision(tx, id, decision, { staffId: staff.id, now: now() })
    return written(await findProposal(tx, scope, id))
  })
}

/** Idempotent. Throws `not_found`, `proposal_decided`, `reason_required`. */
export async function decline(
  { db, now }: ServerContext,
  { signedIn: { scope, staff }, params: { id }, body }: CallRequest<typeof declineProposal>,
): Promise<KnowledgeProposal> {
  const reason = body.reason.trim()
  if (reason === '') throw new DeskError('reason_required')
  return inTransaction(db, async (tx) => {
    const proposal = await lockOpen(tx, scope, id, 'declined')
    if (proposal.status === 'declined') {
      if (proposal.decided_by?.id === staff.id && proposal.reason === reason) return proposal
      throw new DeskError('proposal_decided', { proposal })
    }
    await saveDecision(tx, id, { status: 'declined', reason }, { staffId: staff.id, now: now() })
    return written(await findProposal(tx, scope, id))
  })
}

/** Locks a proposal that is pending or has the `wanted` status. Throws `not_found`, `proposal_decided`. */
async function lockOpen(
  tx: Tx,
  scope: SignedIn['scope'],
  id: string,
  wanted: KnowledgeProposal['status'] = 'accepted',
): Promise<KnowledgeProposal> {
  const proposal = await lockProposal(tx, scope, id)
  if (proposal === undefined) throw new DeskError('not_found')
  if (proposal.status !== 'pending' && proposal.status !== wanted)
    throw new DeskError('proposal_decided', { proposal })
  return proposal
}

function trimmed({ questions, answer }: ProposedTexts): ProposedTexts {
  return { questions: questionsOf(questions).join('\n'), answer: answer.trim() }
}

function written(proposal: KnowledgeProposal | undefined): KnowledgeProposal {
  if (proposal === undefined) throw new Error('a new proposal could not be read')
  return proposal
}
