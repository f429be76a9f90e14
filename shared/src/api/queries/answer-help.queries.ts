import * as z from 'zod/mini'
import type { AnswerOf, BodyOf } from '../../contract/define-call.ts'
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

type SuggestedAnswers = AnswerOf<typeof suggestAnswers>
type AnswerDraft = AnswerOf<typeof draftAnswer>
type ProposalTexts = AnswerOf<typeof readProposalTexts>

/** The best answers to what the customer of a case wrote last. */
export function fetchAnswers(ticketId: string, signal?: AbortSignal): Promise<SuggestedAnswers> {
  return deskApi.call(suggestAnswers, { params: { id: ticketId }, signal })
}

/** A draft of an answer, from the knowledge base alone. */
export function postAnswerDraft(ticketId: string): Promise<AnswerDraft> {
  return deskApi.call(draftAnswer, { params: { id: ticketId } })
}

/** What was asked and answered in a case. */
export function fetchProposalTexts(ticketId: string, signal?: AbortSignal): Promise<ProposalTexts> {
  return deskApi.call(readProposalTexts, { params: { id: ticketId }, signal })
}

/** The same `id` again is the same proposal. */
export function postProposal(
  ticketId: string,
  body: BodyOf<typeof proposeKnowledge>,
): Promise<KnowledgeProposal> {
  return deskApi.call(proposeKnowledge, { params: { id: ticketId }, body })
}

type ProposalPage = AnswerOf<typeof listProposals>
type OpenQuestionPage = AnswerOf<typeof listOpenQuestions>

/** Those that wait, the oldest first. */
export function fetchProposals(
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<ProposalPage> {
  return deskApi.call(listProposals, { query, signal })
}

/** Takes it in as it is written now. */
export function postAccept(id: string, body: ProposedTexts): Promise<KnowledgeProposal> {
  return deskApi.call(acceptProposal, { params: { id }, body })
}

/** What a proposal has become, of an error with the code `proposal_decided`; null of every other. */
export function decidedOf(error: unknown): KnowledgeProposal | null {
  if (!isApiError(error) || error.code !== 'proposal_decided') return null
  const proposal = z.safeParse(KnowledgeProposalSchema, asRaw(error.body).proposal)
  return proposal.success ? proposal.data : null
}

export function postDecline(id: string, reason: string): Promise<KnowledgeProposal> {
  return deskApi.call(declineProposal, { params: { id }, body: { reason } })
}

/** What customers ask and the knowledge base does not answer. */
export function fetchOpenQuestions(
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<OpenQuestionPage> {
  return deskApi.call(listOpenQuestions, { query, signal })
}

/** It needs no answer. */
export async function postDismiss(id: string): Promise<void> {
  await deskApi.call(dismissOpenQuestion, { params: { id } })
}
