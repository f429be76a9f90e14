import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { channelsQuery } from 'shared/api'
import type { SelectOption } from 'shared/ui'
import type { PageAddress } from '../address/use-page-address.ts'
import {
  changeFilters,
  type QueueFilters,
  type QueueOrder,
  readQueueFilters,
  writeQueueFilters,
} from './queue-filters.ts'

const CHANNEL_KEY = 'channel_key'

export type ChangeFilters = (change: Partial<QueueFilters>, how?: { replace?: boolean }) => void

/**
 * The filters that the address says and how to change them. The search outlives the page in the browser's storage under
 * `searchKey`, and so does the chosen account, which goes with every call.
 */
export function useQueueFilters(address: PageAddress, searchKey: string) {
  const { writer } = address
  const filters = readQueueFilters(address.params)
  const change: ChangeFilters = useMemo(
    () => (change, how) => {
      if (change.search !== undefined) keep(searchKey, change.search)
      if (change.channel !== undefined) keep(CHANNEL_KEY, change.channel)
      writer.go((now) => {
        const params = writeQueueFilters(now.params, changeFilters(readQueueFilters(now.params), change))
        return params.toString() === now.params.toString() ? null : { params, replace: how?.replace ?? false }
      })
    },
    [writer, searchKey],
  )

  // A kept search comes back when the page is opened without one in its address.
  const bringBack = useEffectEvent(() => {
    const kept = filters.search === '' ? stored(searchKey) : ''
    if (kept !== '') change({ search: kept }, { replace: true })
  })
  useEffect(() => bringBack(), [])

  return { filters, change }
}

export const ORDERS: readonly SelectOption<QueueOrder>[] = [
  { value: 'longest', label: 'รอนานสุดก่อน' },
  { value: 'newest', label: 'ใหม่สุดก่อน' },
]

/** The channels a person may choose between; all first. */
export function useChannelOptions(enabled = true): SelectOption[] {
  const { data = [] } = useQuery({ ...channelsQuery, enabled })
  return [{ value: '', label: 'ทุกบัญชี' }, ...data.map(({ key, name }) => ({ value: key, label: name }))]
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Storage may be blocked; then nothing was kept.
    return ''
  }
}

function keep(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch (error) {
    console.warn('a filter could not be kept', error)
  }
}
