import { listWallboardTickets } from '../../contract/dashboard/list-wallboard-tickets.call.ts'
import type { AnswerOf, QueryOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'

export function fetchWallboardTickets(
  query: QueryOf<typeof listWallboardTickets>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listWallboardTickets>> {
  return deskApi.call(listWallboardTickets, { query, signal })
}
