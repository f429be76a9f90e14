import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'
import { KnowledgeProposalSchema, ProposedTextsSchema } from './proposal.ts'

/** Returns the customer's latest questions and the agents' latest replies. */
export const readProposalTexts = defineCall({
  name: 'readProposalTexts',
  method: 'GET',
  path: '/api/staff/tickets/:id/proposal-texts',
  summary: 'The questions and replies of a ticket, for a proposal to the knowledge base',
  access: 'staff',
  params: TicketIdSchema,
  response: z.object({
    /** At most ten questions and ten answers, each oldest first. */
    questions: z.array(z.object({ message_id: z.string(), text: z.string(), at: MomentSchema })),
    answers: z.array(z.object({ message_id: z.string(), text: z.string(), at: MomentSchema })),
    /** Latest ten proposals, newest first. Servers with only the specification's API calls omit this field. */
    proposed: z.optional(
      z.array(z.pick(KnowledgeProposalSchema, { id: true, questions: true, answer: true, status: true })),
    ),
  }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

/** Creates a proposal. Idempotent: the same `id`, or the same texts of a ticket, return the existing proposal. */
export const proposeKnowledge = defineCall({
  name: 'proposeKnowledge',
  method: 'POST',
  path: '/api/staff/tickets/:id/proposals',
  summary: 'Propose a question and its answer for the knowledge base',
  access: 'staff',
  params: TicketIdSchema,
  body: z.extend(ProposedTextsSchema, {
    id: z.uuid(),
    /** Ids of messages of other tickets are ignored. The error is `conflict` when a message was unsent. */
    question_message_ids: z._default(z.array(z.uuid()).check(z.maxLength(10)), []),
    answer_message_id: z.optional(z.nullable(z.uuid())),
  }),
  response: KnowledgeProposalSchema,
  errors: ['ticket_not_found', 'forbidden_channel', 'proposals_full', 'conflict'],
})
