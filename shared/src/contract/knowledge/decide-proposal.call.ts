import * as z from 'zod/mini'
import { DECLINE_REASON_MAX } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CountSchema } from '../response-parts.ts'
import { KnowledgeProposalSchema, ProposalIdSchema, ProposedTextsSchema } from './proposal.ts'

export const listProposals = defineCall({
  name: 'listProposals',
  method: 'GET',
  path: '/kb/proposals',
  summary: 'Proposals to the knowledge base that await a decision',
  access: 'BUSINESS',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)), 0),
  }),
  response: z.object({
    items: z.array(KnowledgeProposalSchema),
    /** Number of proposals, counted up to 1,000. */
    total: CountSchema,
  }),
})

/**
 * Accepts a proposal. Idempotent. The error `proposal_decided` contains `proposal` when another user has decided, when
 * the proposal was accepted with a different text, or when the customer has unsent the question.
 */
export const acceptProposal = defineCall({
  name: 'acceptProposal',
  method: 'POST',
  path: '/kb/proposals/:id/accept',
  summary: 'Accept a proposal into the knowledge base',
  access: 'BUSINESS',
  params: ProposalIdSchema,
  body: ProposedTextsSchema,
  response: KnowledgeProposalSchema,
  errors: ['forbidden', 'not_found', 'proposal_decided'],
})

export const declineProposal = defineCall({
  name: 'declineProposal',
  method: 'POST',
  path: '/kb/proposals/:id/decline',
  summary: 'Decline a proposal, with a reason',
  access: 'BUSINESS',
  params: ProposalIdSchema,
  body: z.object({ reason: StorableTextSchema.check(z.maxLength(DECLINE_REASON_MAX)) }),
  response: KnowledgeProposalSchema,
  errors: ['forbidden', 'not_found', 'proposal_decided', 'reason_required'],
})
