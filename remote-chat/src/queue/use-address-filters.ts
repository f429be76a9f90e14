import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changeFilters, type QueueFilters, readQueueFilters, writeQueueFilters } from './queue-filters.ts'
import { storedSearch, useQueueSearch } from './use-queue-search.ts'

type ChangeFilters = (change: Partial<QueueFilters>, replace?: boolean) => void

export interface AddressFiltersOptions {
  /** Where the browser keeps the search, which outlives the page. */
  searchKey: string
  /** A search is no step of its own for the back button: it begins by itself while a person types. */
  searchReplaces: boolean
}

/** The filters that the address says, the field to search in, and how to change them. */
export function useAddressFilters({ searchKey, searchReplaces }: AddressFiltersOptions) {
  const [params, setParams] = useSearchParams()
  const filters = readQueueFilters(params)
  const change: ChangeFilters = (change, replace = false) => {
    setParams((now) => writeQueueFilters(now, changeFilters(readQueueFilters(now), change)), { replace })
  }
  const search = useQueueSearch(filters.search, searchKey, (text) => change({ search: text }, searchReplaces))

  // A kept search comes back when the page is opened without one in its address.
  const kept = filters.search === '' ? storedSearch(searchKey) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (kept !== '') change({ search: kept, page: filters.page }, true)
  }, [])

  return { params, setParams, filters, change, search }
}
