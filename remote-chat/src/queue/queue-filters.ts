import type { TicketListQuery } from 'shared/api'
import { MAX_PAGE, MAX_SEARCH_LENGTH } from 'shared/contract/constants.ts'

/** The two orders of the queue, by the words on the screen. */
export type QueueOrder = 'longest' | 'newest'

/** What the queue's address says. */
export interface QueueFilters {
  page: number
  order: QueueOrder
  search: string
  /** A channel's key; empty for all. */
  channel: string
  /** `me`, `none` for tickets that nobody holds, or the id of a member of staff; empty for all. */
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

/** Whatever stands in a list's address says what to show; `tab` is that of one's own tickets. */
const LIST_PARAMETERS = [...Object.keys(NO_FILTERS), 'tab']

/** The address leaves it open what the list shows; a conversation may be open beside it. */
export function isPlainAddress(params: URLSearchParams): boolean {
  return !LIST_PARAMETERS.some((name) => params.has(name))
}

/** Writes the filters into the address; what is as usual is left out, what else stands there is kept. */
export function writeQueueFilters(params: URLSearchParams, filters: QueueFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string) => {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  put('page', filters.page > 1 ? String(filters.page) : '')
  put('order', filters.order === 'newest' ? 'newest' : '')
  put('search', filters.search)
  put('channel', filters.channel)
  put('assignee', filters.assignee)
  put('closed', filters.closed ? '1' : '')
  put('unread', filters.unread ? '1' : '')
  return next
}

/** A change of what is shown begins again at the first page, whatever page stands beside it; what changes nothing keeps the page. */
export function changeFilters(filters: QueueFilters, change: Partial<QueueFilters>): QueueFilters {
  const next = { ...filters, ...change }
  const names = Object.keys(NO_FILTERS) as (keyof QueueFilters)[]
  const isOther = names.some((name) => name !== 'page' && next[name] !== filters[name])
  return isOther ? { ...next, page: 1 } : next
}

/** The question to the server. */
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

/** How many of the filters behind the filter button are on. */
export function countFilters(filters: QueueFilters): number {
  return [filters.channel !== '', filters.assignee !== '', filters.closed, filters.unread].filter(Boolean)
    .length
}
