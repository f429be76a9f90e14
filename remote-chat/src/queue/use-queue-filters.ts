import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { channelsQuery } from 'shared/api'
import { channelOptions } from 'shared/contract/channels/channel-label.ts'
import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { readStored, writeStored } from 'shared/session'
import type { SelectOption } from 'shared/ui'
import { ticketIn } from '../address/ticket-address.ts'
import type { PageAddress } from '../address/use-page-address.ts'
import {
  changeFilters,
  isPlainAddress,
  type QueueFilters,
  type QueueOrder,
  readQueueFilters,
  writeQueueFilters,
} from './queue-filters.ts'

export type ChangeFilters = (change: Partial<QueueFilters>, how?: { replace?: boolean }) => void

/** Reads and changes the filters in the URL. Stores the search under `searchKey`, and the channel for all API calls. */
export function useQueueFilters(address: PageAddress, searchKey: string) {
  const { writer } = address
  const filters = readQueueFilters(address.params)
  const change: ChangeFilters = useMemo(
    () => (change, how) =>
      writer.go((now) => {
        const before = readQueueFilters(now.params)
        // A value that equals the URL's is stored immediately, a changed value only after the new list is rendered.
        if (change.search === before.search) writeStored(searchKey, change.search || null)
        if (change.channel === before.channel) writeStored(STORAGE_KEYS.channel, change.channel || null)
        const params = writeQueueFilters(now.params, changeFilters(before, change))
        if (params.toString() === now.params.toString()) return null
        // With an open conversation, drops the number of history entries above the list, which is now another list.
        const state = ticketIn(now) === null ? now.state : null
        return how?.replace ? { params, replace: true, state } : { params }
      }),
    [writer, searchKey],
  )

  useFollowedBy(STORAGE_KEYS.channel, filters.channel)
  useFollowedBy(searchKey, filters.search)

  // Restores the stored filters only on a URL without list parameters; other URLs stay unchanged.
  const restoreFilters = useEffectEvent(() => {
    if (!isPlainAddress(address.params)) return
    const search = readStored(searchKey) ?? ''
    const channel = readStored(STORAGE_KEYS.channel) ?? ''
    if (search || channel) change({ search, channel }, { replace: true })
  })
  useEffect(() => restoreFilters(), [])

  return { filters, change }
}

export type OrderOptions = readonly SelectOption<QueueOrder>[]

export const ORDERS: OrderOptions = [
  { value: 'longest', label: 'รอนานสุดก่อน' },
  { value: 'newest', label: 'ใหม่สุดก่อน' },
]

/** Sort orders for closed tickets, which have no waiting time. */
export const CLOSED_ORDERS: OrderOptions = [
  { value: 'longest', label: 'ปิดล่าสุดก่อน' },
  { value: 'newest', label: 'เปิดล่าสุดก่อน' },
]

/** Channel options. Drops a missing channel (old link, no access): the select would show "all" above an empty list. */
export function useChannelOptions(channel: string, change: ChangeFilters, enabled = true): SelectOption[] {
  const { data, isSuccess, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...channelsQuery,
    enabled,
  })
  const isMissing = channel !== '' && data?.every(({ key }) => key !== channel) === true
  // The channel may have been connected after the channel list was cached; refetches once, regardless of the result.
  const isUnsure = isMissing && enabled && !isFetchedAfterMount
  useEffect(() => {
    if (isUnsure) void refetch({ cancelRefetch: false })
  }, [isUnsure, refetch])
  const isRemoved = isMissing && isFetchedAfterMount && isSuccess && !isFetching
  useEffect(() => {
    if (isRemoved) change({ channel: '' }, { replace: true })
  }, [isRemoved, change])
  return [{ value: '', label: 'ทุกบัญชี' }, ...channelOptions(data ?? [])]
}

/**
 * Stores a filter of the URL in the browser whenever it changes. An initially empty filter does not clear the stored
 * one. A layout effect, because the next API calls send the stored channel.
 */
function useFollowedBy(key: string, filters: string): void {
  const before = useRef('')
  useLayoutEffect(() => {
    if (filters !== before.current) writeStored(key, filters || null)
    before.current = filters
  }, [key, filters])
}
