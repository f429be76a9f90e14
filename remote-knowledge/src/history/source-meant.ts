import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'

/** The source that a person has begun to type, for the server knows whole names alone; any other word as it is. */
export function sourceMeant(typed: string): string {
  if (typed === '') return ''
  const begun = Object.values(KNOWLEDGE_SOURCES).filter((source) => source.startsWith(typed))
  return begun.length === 1 ? (begun[0] ?? typed) : typed
}
