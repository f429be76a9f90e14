import { deferred, useDeferred } from 'shared/ui'
import type { KnownQuestionsProps } from './KnownQuestions.tsx'

const knownQuestions = deferred(
  async () => (await import(/* webpackChunkName: "known-questions" */ './KnownQuestions.tsx')).KnownQuestions,
)

/** Lazy `KnownQuestions`, loaded once the draft has a question or name. */
export function LazyKnownQuestions(props: KnownQuestionsProps) {
  const { draft } = props
  const isWritten = (draft.kind === 'general' ? draft.questions : draft.name).trim() !== ''
  // Optional content: a failed load is retried with the next form.
  const Note = useDeferred(knownQuestions, isWritten, () => {})
  return Note === null ? null : <Note {...props} />
}
