import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'

/** Returns the whole name of a source, because the server matches only whole names. Returns other text unchanged. */
export function completeSourceName(typed: string): string {
  if (typed === '') return ''
  const begun = Object.values(KNOWLEDGE_SOURCES).filter((source) => source.startsWith(typed))
  return begun.length === 1 ? (begun[0] ?? typed) : typed
}
