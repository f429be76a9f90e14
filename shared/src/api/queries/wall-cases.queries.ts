import { listWallCases } from '../../contract/dashboard/list-wall-cases.call.ts'
import type { AnswerOf, QueryOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'

/** Fetches a page of the tickets behind a number of the wallboard. */
export function fetchWallCases(
  query: QueryOf<typeof listWallCases>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listWallCases>> {
  return deskApi.call(listWallCases, { query, signal })
}
