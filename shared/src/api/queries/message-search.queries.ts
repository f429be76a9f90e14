import type { QueryOf, ResponseOf } from '../../contract/define-call.ts'
import { searchMessages } from '../../contract/messages/search-messages.call.ts'
import { deskApi } from '../desk-api.ts'

export type FoundMessages = ResponseOf<typeof searchMessages>

export function fetchFoundMessages(query: QueryOf<typeof searchMessages>, signal?: AbortSignal) {
  return deskApi.call(searchMessages, { query, signal })
}
