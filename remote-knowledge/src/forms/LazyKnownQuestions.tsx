import { deferred, useDeferred } from 'shared/ui'
import type { KnownQuestionsProps } from './KnownQuestions.tsx'

const knownQuestions = deferred(
  async () => (await import(/* webpackChunkName: "known-questions" */ './KnownQuestions.tsx')).KnownQuestions,
)

export function LazyKnownQuestions(props: KnownQuestionsProps) {
  const { draft } = props
  const isWritten = (draft.kind === 'general' ? draft.questions : draft.name).trim() !== ''
  // If loading fails, nothing happens: the note is optional, and the next form loads it again.
  const Note = useDeferred(knownQuestions, isWritten, () => {})
  return Note === null ? null : <Note {...props} />
}
