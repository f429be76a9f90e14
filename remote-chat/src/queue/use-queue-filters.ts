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

/**
 * The filters that the address says and how to change them. The search outlives the page in the browser's storage under
 * `searchKey`, and so does the chosen account, which goes with every call; both follow the address when it goes back or on.
 */
export function useQueueFilters(address: PageAddress, searchKey: string) {
  const { writer } = address
  const filters = readQueueFilters(address.params)
  const change: ChangeFilters = useMemo(
    () => (change, how) =>
      writer.go((now) => {
        const before = readQueueFilters(now.params)
        // What changes is kept once it stands there; nobody has been there who goes back sooner.
        if (change.search === before.search) writeStored(searchKey, change.search || null)
        if (change.channel === before.channel) writeStored(STORAGE_KEYS.channel, change.channel || null)
        const params = writeQueueFilters(now.params, changeFilters(before, change))
        if (params.toString() === now.params.toString()) return null
        // A conversation that is open stands above this list from now on, and not above the one that it was opened from.
        const state = ticketIn(now) === null ? now.state : null
        return how?.replace ? { params, replace: true, state } : { params }
      }),
    [writer, searchKey],
  )

  useFollowedBy(STORAGE_KEYS.channel, filters.channel)
  useFollowedBy(searchKey, filters.search)

  // What was kept comes back when the page is opened by its plain address; one that says what to show is shown as it is.
  const bringBack = useEffectEvent(() => {
    if (!isPlainAddress(address.params)) return
    const search = readStored(searchKey) ?? ''
    const channel = readStored(STORAGE_KEYS.channel) ?? ''
    if (search || channel) change({ search, channel }, { replace: true })
  })
  useEffect(() => bringBack(), [])

  return { filters, change }
}

export type OrderOptions = readonly SelectOption<QueueOrder>[]

export const ORDERS: OrderOptions = [
  { value: 'longest', label: 'รอนานสุดก่อน' },
  { value: 'newest', label: 'ใหม่สุดก่อน' },
]

/** The same of cases that are done, in which nobody waits. */
export const DONE_ORDERS: OrderOptions = [
  { value: 'longest', label: 'ปิดล่าสุดก่อน' },
  { value: 'newest', label: 'เปิดล่าสุดก่อน' },
]

/**
 * The channels a person may choose between; all first. A chosen one that is not among them, by an old link or because it was taken away,
 * is dropped: the choice would say "all" above an empty list.
 */
export function useChannelOptions(channel: string, change: ChangeFilters, enabled = true): SelectOption[] {
  const { data, isSuccess, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...channelsQuery,
    enabled,
  })
  const isMissing = channel !== '' && data?.every(({ key }) => key !== channel) === true
  // It may have been connected since the list was read, on another page; asked for once, whether it is answered or not.
  const isUnsure = isMissing && enabled && !isFetchedAfterMount
  useEffect(() => {
    if (isUnsure) void refetch({ cancelRefetch: false })
  }, [isUnsure, refetch])
  const isGone = isMissing && isFetchedAfterMount && isSuccess && !isFetching
  useEffect(() => {
    if (isGone) change({ channel: '' }, { replace: true })
  }, [isGone, change])
  return [{ value: '', label: 'ทุกบัญชี' }, ...channelOptions(data ?? [])]
}

/**
 * Keeps in the browser what the address says, from the first change on: an address that says nothing when the page is opened
 * leaves what was kept. Before the calls that the change brings about, since they carry the account.
 */
function useFollowedBy(key: string, said: string): void {
  const before = useRef('')
  useLayoutEffect(() => {
    if (said !== before.current) writeStored(key, said || null)
    before.current = said
  }, [key, said])
}
