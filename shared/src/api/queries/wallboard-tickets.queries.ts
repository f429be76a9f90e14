import { listWallboardTickets } from '../../contract/dashboard/list-wallboard-tickets.call.ts'
import type { QueryOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'

export function fetchWallboardTickets(query: QueryOf<typeof listWallboardTickets>, signal?: AbortSignal) {
  return deskApi.call(listWallboardTickets, { query, signal })
}
