import type { TicketListQuery } from 'shared/api'
import { MAX_PAGE, MAX_SEARCH_LENGTH } from 'shared/contract/constants.ts'

export type QueueOrder = 'longest' | 'newest'

export interface QueueFilters {
  page: number
  order: QueueOrder
  search: string
  /** Key of the channel; empty for all channels. */
  channel: string
  /** Filter by assignee: `me`, `none` for unassigned tickets, or a staff member's id; empty for all. */
  assignee: string
  closed: boolean
  unread: boolean
}

export const NO_FILTERS: QueueFilters = {
  page: 1,
  order: 'longest',
  search: '',
  channel: '',
  assignee: '',
  closed: false,
  unread: false,
}

export function readQueueFilters(params: URLSearchParams): QueueFilters {
  const page = Number(params.get('page') ?? 1)
  return {
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, MAX_PAGE) : 1,
    order: params.get('order') === 'newest' ? 'newest' : 'longest',
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    channel: params.get('channel') ?? '',
    assignee: params.get('assignee') ?? '',
    closed: params.get('closed') === '1',
    unread: params.get('unread') === '1',
  }
}

const FILTER_NAMES = Object.keys(NO_FILTERS) as (keyof QueueFilters)[]
/** URL parameters of a list; only the list of the user's own tickets has `tab`. */
const LIST_PARAMETERS = [...FILTER_NAMES, 'tab']

/** Returns true when the URL has no list parameters; it may contain an open conversation. */
export function isPlainAddress(params: URLSearchParams): boolean {
  return !LIST_PARAMETERS.some((name) => params.has(name))
}

/** Writes the filters into the URL parameters. Omits defaults and keeps all other parameters. */
export function writeQueueFilters(params: URLSearchParams, filters: QueueFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    if (value === NO_FILTERS[name]) next.delete(name)
    else next.set(name, value === true ? '1' : String(value))
  }
  return next
}

/** Applies a change of the filters. Returns to the first page, unless no filter has changed. */
export function changeFilters(filters: QueueFilters, change: Partial<QueueFilters>): QueueFilters {
  const next = { ...filters, ...change }
  const isOther = FILTER_NAMES.some((name) => name !== 'page' && next[name] !== filters[name])
  return isOther ? { ...next, page: 1 } : next
}

export function queueQueryOf(filters: QueueFilters): TicketListQuery {
  return {
    order: filters.order === 'newest' ? '-opened_at' : 'waiting_since',
    page: filters.page,
    search: filters.search.trim() || undefined,
    channel_key: filters.channel || undefined,
    assignee: filters.assignee === '' || filters.assignee === 'none' ? undefined : filters.assignee,
    unassigned: filters.assignee === 'none' || undefined,
    status: filters.closed ? undefined : 'OPEN',
    unread_only: filters.unread || undefined,
  }
}

export function countFilters(filters: QueueFilters): number {
  return [filters.channel !== '', filters.assignee !== '', filters.closed, filters.unread].filter(Boolean)
    .length
}
