import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { KnowledgeEntrySchema, KnowledgeTextSchema, SourceNameSchema } from './knowledge-entry.ts'

/** Finds entries that answer a question of `text` differently, or that have another text for the same promotion. */
export const knownQuestions = defineCall({
  name: 'knownQuestions',
  method: 'POST',
  path: '/kb/entries/known-questions',
  summary: 'Entries of the knowledge base that answer the same questions differently',
  access: 'staff',
  body: z.object({
    source: SourceNameSchema,
    /** A text in the format of `knowledge-text`. Its first eight questions are compared. */
    text: KnowledgeTextSchema,
    besides: z.optional(z.uuid()),
  }),
  response: z.object({
    /** Found entries in the order of the questions, at most five. */
    items: z.array(
      z.object({
        /** Question or promotion name, as written in `text`. */
        question: z.string(),
        entry: KnowledgeEntrySchema,
      }),
    ),
  }),
})
