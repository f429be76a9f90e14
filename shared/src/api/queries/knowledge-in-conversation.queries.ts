import * as z from 'zod/mini'
import type { BodyOf } from '../../contract/define-call.ts'
import {
  acceptProposal,
  declineProposal,
  listProposals,
} from '../../contract/knowledge/decide-proposal.call.ts'
import { draftAnswer } from '../../contract/knowledge/draft-answer.call.ts'
import { dismissOpenQuestion, listOpenQuestions } from '../../contract/knowledge/open-questions.call.ts'
import {
  type KnowledgeProposal,
  KnowledgeProposalSchema,
  type ProposedTexts,
} from '../../contract/knowledge/proposal.ts'
import { proposeKnowledge, readProposalTexts } from '../../contract/knowledge/propose-knowledge.call.ts'
import { suggestAnswers } from '../../contract/knowledge/suggest-answers.call.ts'
import { asRaw } from '../../contract/raw-json.ts'
import { isApiError } from '../api-error.ts'
import { deskApi } from '../desk-api.ts'

export function fetchAnswers(ticketId: string, signal?: AbortSignal) {
  return deskApi.call(suggestAnswers, { params: { id: ticketId }, signal })
}

export function postAnswerDraft(ticketId: string) {
  return deskApi.call(draftAnswer, { params: { id: ticketId } })
}

export function fetchProposalTexts(ticketId: string, signal?: AbortSignal) {
  return deskApi.call(readProposalTexts, { params: { id: ticketId }, signal })
}

export function postProposal(ticketId: string, body: BodyOf<typeof proposeKnowledge>) {
  return deskApi.call(proposeKnowledge, { params: { id: ticketId }, body })
}

export function fetchProposals(query: { limit: number; offset: number }, signal?: AbortSignal) {
  return deskApi.call(listProposals, { query, signal })
}

export function postAccept(id: string, body: ProposedTexts) {
  return deskApi.call(acceptProposal, { params: { id }, body })
}

/** Returns the proposal in a `proposal_decided` error. Null for other errors. */
export function decidedOf(error: unknown): KnowledgeProposal | null {
  if (!isApiError(error) || error.code !== 'proposal_decided') return null
  const proposal = z.safeParse(KnowledgeProposalSchema, asRaw(error.body).proposal)
  return proposal.success ? proposal.data : null
}

export function postDecline(id: string, reason: string) {
  return deskApi.call(declineProposal, { params: { id }, body: { reason } })
}

export function fetchOpenQuestions(query: { limit: number; offset: number }, signal?: AbortSignal) {
  return deskApi.call(listOpenQuestions, { query, signal })
}

export async function postDismiss(id: string): Promise<void> {
  await deskApi.call(dismissOpenQuestion, { params: { id } })
}
