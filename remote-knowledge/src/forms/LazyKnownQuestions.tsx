import { deferred, useDeferred } from 'shared/ui'
import type { KnownQuestionsProps } from './KnownQuestions.tsx'

const knownQuestions = deferred(
  async () => (await import(/* webpackChunkName: "known-questions" */ './KnownQuestions.tsx')).KnownQuestions,
)

/** Lazy `KnownQuestions`. The code is loaded once the draft has a question or name. */
export function LazyKnownQuestions(props: KnownQuestionsProps) {
  const { draft } = props
  const isWritten = (draft.kind === 'general' ? draft.questions : draft.name).trim() !== ''
  // A failed load is not reported, because the note is optional. The next form loads it again.
  const Note = useDeferred(knownQuestions, isWritten, () => {})
  return Note === null ? null : <Note {...props} />
}
