import { listWallTickets } from '../../contract/dashboard/list-wall-tickets.call.ts'
import type { AnswerOf, QueryOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'

export function fetchWallTickets(
  query: QueryOf<typeof listWallTickets>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listWallTickets>> {
  return deskApi.call(listWallTickets, { query, signal })
}
