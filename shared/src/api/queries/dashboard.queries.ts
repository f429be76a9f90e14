import { businessChannels } from '../../contract/channels/business-channels.call.ts'
import { listCustomers } from '../../contract/customers/list-customers.call.ts'
import { agentRanking } from '../../contract/dashboard/agent-ranking.call.ts'
import { bizDashboard } from '../../contract/dashboard/biz-dashboard.call.ts'
import { listFigureCases } from '../../contract/dashboard/list-figure-cases.call.ts'
import { listOwnFigureCases } from '../../contract/dashboard/list-own-figure-cases.call.ts'
import { liveWall } from '../../contract/dashboard/live-wall.call.ts'
import {
  listOpeningHours,
  type OpenDay,
  type OpeningHours,
  removeHoursVersion,
  type SpecialDay,
  setOpeningHours,
  setSpecialDays,
} from '../../contract/dashboard/opening-hours.call.ts'
import { ownFigures } from '../../contract/dashboard/own-figures.call.ts'
import type { AnswerOf, QueryOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'
import { lateCalls } from '../late-calls.ts'

/** The official accounts that a manager may look at. */
export async function fetchBusinessChannels(
  signal?: AbortSignal,
): Promise<AnswerOf<typeof businessChannels>['items']> {
  return (await deskApi.call(businessChannels, { signal })).items
}

/** The figures of days and official accounts, all of one moment. */
export function fetchDashboard(
  query: QueryOf<typeof bizDashboard>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof bizDashboard>> {
  return deskApi.call(bizDashboard, { query, signal })
}

/** Agents and their figures, in the order asked for. */
export function fetchRanking(
  query: QueryOf<typeof agentRanking>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof agentRanking>> {
  return deskApi.call(agentRanking, { query, signal })
}

/** A page of the cases behind a figure. */
export function fetchFigureCases(
  query: QueryOf<typeof listFigureCases>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listFigureCases>> {
  return deskApi.call(listFigureCases, { query, signal })
}

/** A page of a manager's customers. */
export function fetchCustomers(
  query: QueryOf<typeof listCustomers>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listCustomers>> {
  return deskApi.call(listCustomers, { query, signal })
}

/** What one has done oneself. */
export function fetchOwnFigures(
  query: QueryOf<typeof ownFigures>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof ownFigures>> {
  return deskApi.call(ownFigures, { query, signal })
}

/** The cases behind one of one's own figures. */
export function fetchOwnFigureCases(
  query: QueryOf<typeof listOwnFigureCases>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listOwnFigureCases>> {
  return deskApi.call(listOwnFigureCases, { query, signal })
}

/** When a manager's official accounts are open. */
export async function fetchOpeningHours(signal?: AbortSignal): Promise<OpeningHours[]> {
  return (await deskApi.call(listOpeningHours, { signal })).items
}

/** Sets when an account is open; null: always. */
export function putOpeningHours(
  channelKey: string,
  body: { days: OpenDay[] | null; valid_from: string; changes_past?: boolean },
): Promise<OpeningHours> {
  return deskApi.call(setOpeningHours, { params: { channel_key: channelKey }, body })
}

export function deleteHoursVersion(channelKey: string, validFrom: string): Promise<OpeningHours> {
  return deskApi.call(removeHoursVersion, { params: { channel_key: channelKey, valid_from: validFrom } })
}

export function putSpecialDays(
  channelKey: string,
  body: { special_days: SpecialDay[]; changes_past?: boolean },
): Promise<OpeningHours> {
  return deskApi.call(setSpecialDays, { params: { channel_key: channelKey }, body })
}

/** What is going on now. */
export function fetchLiveWall(
  query: QueryOf<typeof liveWall>,
  signal?: AbortSignal,
): Promise<AnswerOf<typeof liveWall>> {
  return deskApi.call(liveWall, { query, signal })
}

/** The call of the lists behind the live wall's numbers: it comes with the first of them. */
export const wallCaseCalls = lateCalls<typeof import('./wall-cases.queries.ts')>(
  () => import('./wall-cases.queries.ts'),
)
