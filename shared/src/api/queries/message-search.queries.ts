import type { AnswerOf, QueryOf } from '../../contract/define-call.ts'
import { searchMessages } from '../../contract/messages/search-messages.call.ts'
import { deskApi } from '../desk-api.ts'

export type FoundMessages = AnswerOf<typeof searchMessages>

/** Messages that contain a text, the newest first; `cursor` goes on where an answer before has ended. */
export function fetchFoundMessages(
  query: QueryOf<typeof searchMessages>,
  signal?: AbortSignal,
): Promise<FoundMessages> {
  return deskApi.call(searchMessages, { query, signal })
}
