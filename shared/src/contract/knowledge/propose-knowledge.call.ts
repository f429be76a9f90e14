import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { KnowledgeProposalSchema, ProposedTextsSchema } from './proposal.ts'

/** What a proposal of this case may begin with: the customer's last questions, and what staff have answered. */
export const readProposalTexts = defineCall({
  name: 'readProposalTexts',
  method: 'GET',
  path: '/api/staff/tickets/:id/proposal-texts',
  summary: 'What was asked and answered in a case, for a proposal to the knowledge base',
  access: 'staff',
  params: TicketIdSchema,
  answer: z.object({
    /** Oldest first, at most ten each. */
    questions: z.array(z.object({ message_id: z.string(), text: z.string(), at: MomentSchema })),
    answers: z.array(z.object({ message_id: z.string(), text: z.string(), at: MomentSchema })),
    /** What the case has had proposed already, newest first, at most ten. Servers of the first days do not say. */
    proposed: z.optional(
      z.array(z.pick(KnowledgeProposalSchema, { id: true, questions: true, answer: true, status: true })),
    ),
  }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

/** Kept until a manager decides. The same `id` again, and the same words of a case, answer the proposal that is there. */
export const proposeKnowledge = defineCall({
  name: 'proposeKnowledge',
  method: 'POST',
  path: '/api/staff/tickets/:id/proposals',
  summary: 'Propose a question with its answer for the knowledge base',
  access: 'staff',
  params: TicketIdSchema,
  body: z.extend(ProposedTextsSchema, {
    /** Given by the caller. */
    id: z.uuid(),
    /** The customer's messages that the question was drawn from; those of other cases do not count. `conflict`: one was taken back. */
    question_message_ids: z._default(z.array(z.uuid()).check(z.maxLength(10)), []),
    /** The message that gave the answer. */
    answer_message_id: z.optional(z.nullable(z.uuid())),
  }),
  answer: KnowledgeProposalSchema,
  errors: ['ticket_not_found', 'forbidden_channel', 'proposals_full', 'conflict'],
})
