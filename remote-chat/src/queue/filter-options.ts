import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from 'shared/api'
import type { SelectOption } from 'shared/ui'
import type { QueueOrder } from './queue-filters.ts'

export const ORDERS: readonly SelectOption<QueueOrder>[] = [
  { value: 'longest', label: 'รอนานสุดก่อน' },
  { value: 'newest', label: 'ใหม่สุดก่อน' },
]

/** The channels a person may choose between; all first. */
export function useChannelOptions(): SelectOption[] {
  const { data = [] } = useQuery(channelsQuery)
  return [{ value: '', label: 'ทุกบัญชี' }, ...data.map(({ key, name }) => ({ value: key, label: name }))]
}
