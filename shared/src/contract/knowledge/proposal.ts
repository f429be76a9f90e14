import * as z from 'zod/mini'
import { PROPOSAL_MAX_LENGTH, PROPOSAL_MAX_QUESTIONS } from '../constants.ts'
import { INVALID_IMAGE, StorableTextSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { hasImageLinks } from './knowledge-entry.ts'
import { questionsOf } from './knowledge-text.ts'

const words = StorableTextSchema.check(
  z.maxLength(PROPOSAL_MAX_LENGTH),
  z.refine((text) => text.trim() !== '', 'must not be empty'),
)

/** Questions, one per line, and their answer. */
export const ProposedTextsSchema = z.object({
  questions: words.check(
    z.refine(
      (text) => questionsOf(text).length <= PROPOSAL_MAX_QUESTIONS,
      `must not have more than ${PROPOSAL_MAX_QUESTIONS} lines`,
    ),
  ),
  answer: words.check(z.refine(hasImageLinks, INVALID_IMAGE)),
})
export type ProposedTexts = z.infer<typeof ProposedTextsSchema>

export const PROPOSAL_STATES = ['pending', 'accepted', 'declined', 'withdrawn'] as const

export const KnowledgeProposalSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  channel: z.object({ key: z.string(), name: z.string() }),
  /** Questions, one per line. Empty when the customer has unsent the question (`withdrawn`). */
  questions: z.string(),
  answer: z.string(),
  status: z.enum(PROPOSAL_STATES),
  proposed_by: StaffMemberSchema,
  proposed_at: MomentSchema,
  decided_by: z.nullable(StaffMemberSchema),
  decided_at: z.nullable(MomentSchema),
  reason: z.nullable(z.string()),
  entry_id: z.nullable(z.string()),
})
export type KnowledgeProposal = z.infer<typeof KnowledgeProposalSchema>

export const ProposalIdSchema = z.object({ id: z.uuid() })
