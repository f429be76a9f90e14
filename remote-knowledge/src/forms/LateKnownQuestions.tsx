import { deferred, useDeferred } from 'shared/ui'
import type { KnownQuestionsProps } from './KnownQuestions.tsx'

const knownQuestions = deferred(
  async () => (await import(/* webpackChunkName: "known-questions" */ './KnownQuestions.tsx')).KnownQuestions,
)

/** What is known already is looked for once something is written; its code comes then. */
export function LateKnownQuestions(props: KnownQuestionsProps) {
  const { draft } = props
  const isWritten = (draft.kind === 'general' ? draft.questions : draft.name).trim() !== ''
  // Only a note: what does not come is tried again with the next form.
  const Note = useDeferred(knownQuestions, isWritten, () => {})
  return Note === null ? null : <Note {...props} />
}
