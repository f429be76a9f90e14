import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { KnowledgeEntrySchema, KnowledgeTextSchema, SourceNameSchema } from './knowledge-entry.ts'

/**
 * Returns current entries of a source that answer one of the questions of `text` differently, or that describe the
 * promotion with the same name differently. Called before adding an entry, because the search would find both
 * entries. Changes nothing.
 */
export const knownQuestions = defineCall({
  name: 'knownQuestions',
  method: 'POST',
  path: '/kb/entries/known-questions',
  summary: 'Entries of the knowledge base that answer the same questions differently',
  access: 'staff',
  body: z.object({
    source: SourceNameSchema,
    /**
     * Text in the format of `knowledge-text`. Its first eight questions are compared; a text in no format has no
     * questions.
     */
    text: KnowledgeTextSchema,
    /** Id of the entry that is being edited, which the result excludes. */
    besides: z.optional(z.uuid()),
  }),
  response: z.object({
    /** Entries in the order of the questions, at most five. */
    items: z.array(
      z.object({
        /** Question or promotion name, as in `text`. */
        question: z.string(),
        entry: KnowledgeEntrySchema,
      }),
    ),
  }),
})
