import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageSearchCalls } from 'shared/api'
import {
  MAX_FOUND_MESSAGES,
  MIN_MESSAGE_SEARCH_LENGTH,
  SEARCH_DEBOUNCE_MS,
} from 'shared/contract/constants.ts'
import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'

/** What the window is asked for. Days as `2026-11-22`, empty for none. */
export interface SearchWords {
  text: string
  channel: string
  since: string
  until: string
}

export interface FoundSoFar {
  items: FoundMessage[]
  /** More lie further back. */
  hasMore: boolean
  searchedUntil: string | null
}

/** The window shows no more pages than this: who has not found it then types more. */
export const MAX_PAGES = 10
/** A page that finds little goes on looking back by itself so many times. */
const MAX_CALLS_OF_A_PAGE = 6

const DAY_MS = 86_400_000
const midnight = (day: string) => Date.parse(`${day}T00:00:00+07:00`)
const iso = (moment: number) => (Number.isNaN(moment) ? undefined : new Date(moment).toISOString())

/** One or two letters are looked for in one account or in one customer's messages alone. */
export function isTooShort({ text, channel }: SearchWords, customerId: string | undefined): boolean {
  const length = [...text.trim()].length
  return length === 0 || (length < MIN_MESSAGE_SEARCH_LENGTH && channel === '' && customerId === undefined)
}

/** So many pages of what is found, 300 ms after the last change. */
export function useMessageSearch(words: SearchWords, customerId: string | undefined, pages: number) {
  const settled = useSettled(words)
  const isAsked = !isTooShort(settled, customerId)
  const found = useQuery({
    queryKey: ['message-search', settled, customerId ?? null, pages] as const,
    queryFn: ({ signal, client }) => readPages(settled, customerId, pages, signal, client),
    enabled: isAsked,
    staleTime: 30_000,
    // More pages of the same: what is there stays meanwhile.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(0, 3)) ===
      JSON.stringify(['message-search', settled, customerId ?? null])
        ? before
        : undefined,
  })
  return { found, isAsked, isSettled: settled === words }
}

interface PageCache {
  fetchQuery<T>(options: {
    queryKey: readonly unknown[]
    queryFn: () => Promise<T>
    staleTime: number
  }): Promise<T>
}

async function readPages(
  { text, channel, since, until }: SearchWords,
  customerId: string | undefined,
  pages: number,
  signal: AbortSignal,
  client: PageCache,
): Promise<FoundSoFar> {
  const { fetchFoundMessages } = await messageSearchCalls()
  const query = {
    q: text.trim(),
    channel_key: channel || undefined,
    customer_id: customerId,
    since: since === '' ? undefined : iso(midnight(since)),
    until: until === '' ? undefined : iso(midnight(until) + DAY_MS),
  }
  const items: FoundMessage[] = []
  let cursor: string | undefined
  let searchedUntil: string | null = null
  for (
    let calls = 0;
    calls < pages * MAX_CALLS_OF_A_PAGE && items.length < pages * MAX_FOUND_MESSAGES;
    calls += 1
  ) {
    const page = await client.fetchQuery({
      queryKey: ['message-search-page', query, cursor ?? null],
      queryFn: () => fetchFoundMessages({ ...query, cursor }, signal),
      staleTime: 30_000,
    })
    items.push(...page.items)
    searchedUntil = page.searched_until
    if (page.cursor === null) return { items, hasMore: false, searchedUntil: null }
    cursor = page.cursor
  }
  return { items, hasMore: true, searchedUntil }
}

function useSettled(words: SearchWords): SearchWords {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
