import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageSearchCalls } from 'shared/api'
import {
  MAX_FOUND_MESSAGES,
  MIN_MESSAGE_SEARCH_LENGTH,
  SEARCH_DEBOUNCE_MS,
} from 'shared/contract/constants.ts'
import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'

/** Input of the message search. Days have the form `2026-11-22`, or are empty. */
export interface SearchInput {
  text: string
  channel: string
  since: string
  until: string
}

export const MAX_PAGES = 10
/** Maximum number of API calls for one page: after a call that finds too few, the next one searches older messages. */
const MAX_CALLS_OF_A_PAGE = 6
const RETENTION_MS = 30_000

const DAY_MS = 86_400_000
const midnight = (day: string) => Date.parse(`${day}T00:00:00+07:00`)
const iso = (moment: number) => (Number.isNaN(moment) ? undefined : new Date(moment).toISOString())

export function isTooShort({ text, channel }: SearchInput, customerId: string | undefined): boolean {
  const length = [...text.trim()].length
  return length === 0 || (length < MIN_MESSAGE_SEARCH_LENGTH && channel === '' && customerId === undefined)
}

export function useMessageSearch(input: SearchInput, customerId: string | undefined) {
  const settled = useSettled(input)
  const hasQuery = !isTooShort(settled, customerId)
  const found = useInfiniteQuery({
    queryKey: ['message-search', settled, customerId ?? null] as const,
    queryFn: ({ pageParam, signal }) => readPage(queryOf(settled, customerId), pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    enabled: hasQuery,
    // A refetch would repeat all pages, so results stay fresh and are removed from the cache after a while.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: RETENTION_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { found, hasQuery, isSettled: settled === input }
}

function queryOf({ text, channel, since, until }: SearchInput, customerId: string | undefined) {
  return {
    q: text.trim(),
    channel_key: channel || undefined,
    customer_id: customerId,
    since: since === '' ? undefined : iso(midnight(since)),
    until: until === '' ? undefined : iso(midnight(until) + DAY_MS),
  }
}

async function readPage(query: ReturnType<typeof queryOf>, from: string | undefined, signal: AbortSignal) {
  const { fetchFoundMessages } = await messageSearchCalls()
  const items: FoundMessage[] = []
  /** Start of the next call; undefined after the last one. */
  let cursor = from
  for (let calls = 1; ; calls += 1) {
    const page = await fetchFoundMessages({ ...query, cursor }, signal)
    items.push(...page.items)
    cursor = page.cursor ?? undefined
    if (cursor === undefined || items.length >= MAX_FOUND_MESSAGES || calls === MAX_CALLS_OF_A_PAGE)
      return { items, cursor, searchedUntil: page.searched_until }
  }
}

function useSettled(input: SearchInput): SearchInput {
  const [settled, setSettled] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(input), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [input])
  return settled
}
