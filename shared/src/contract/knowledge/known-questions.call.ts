import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { KnowledgeEntrySchema, KnowledgeTextSchema, SourceNameSchema } from './knowledge-entry.ts'

/**
 * Texts of a source that say something else to one of the questions of `text`, or of the promotion of its name: to be asked before it is
 * added, since both would be found from then on. Changes nothing. Only those that are found now.
 */
export const knownQuestions = defineCall({
  name: 'knownQuestions',
  method: 'POST',
  path: '/kb/entries/known-questions',
  summary: 'Texts of the knowledge base that answer the same questions otherwise',
  access: 'staff',
  body: z.object({
    source: SourceNameSchema,
    /** As `knowledge-text` writes it, of which the first eight questions are looked for; any other text has none. */
    text: KnowledgeTextSchema,
    /** The entry that is being changed, which is none of them. */
    besides: z.optional(z.uuid()),
  }),
  answer: z.object({
    /** In the order of the questions; five at most. */
    items: z.array(
      z.object({
        /** As it stands in `text`: a question, or a promotion's name. */
        question: z.string(),
        entry: KnowledgeEntrySchema,
      }),
    ),
  }),
})
