import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CustomerCalls, customerCalls, customerFamilyKey, errorText, hasErrorCode } from 'shared/api'
import { LIVE_POLL_MS } from 'shared/contract/constants.ts'
import type { CustomerCard } from 'shared/contract/customers/customer-card.ts'
import { useRealtimeEvents } from 'shared/realtime'
import { showToast } from 'shared/ui'

const cardKey = (id: string) => [...customerFamilyKey, id, 'card'] as const
const casesKey = (id: string) => [...customerFamilyKey, id, 'cases'] as const

/** What is known of a customer. Colleagues' changes are told by the socket; servers that do not tell are asked now and then. */
export function useCustomer(id: string) {
  const client = useQueryClient()
  useRealtimeEvents((event) => {
    const isOurs = event.type === 'customer_update' && event.data.customer_id === id
    if (isOurs || event.type === 'resync') void client.invalidateQueries({ queryKey: cardKey(id) })
    if (event.type === 'ticket_list_update' || event.type === 'resync')
      void client.invalidateQueries({ queryKey: casesKey(id) })
  })
  return useQuery({
    queryKey: cardKey(id),
    queryFn: async ({ signal }) => (await customerCalls()).fetchCustomer(id, signal),
    staleTime: 0,
    refetchInterval: LIVE_POLL_MS,
  })
}

const CASES_PAGE = 10

/** A customer's cases, the one opened last first, a page at a time. */
export function useCustomerCases(id: string) {
  return useInfiniteQuery({
    queryKey: casesKey(id),
    queryFn: async ({ pageParam, signal }) =>
      (await customerCalls()).fetchCustomerCases(
        id,
        { limit: CASES_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.has_more ? (page.items.at(-1)?.id ?? null) : null),
    staleTime: 0,
  })
}

type Change = (calls: CustomerCalls) => Promise<Partial<CustomerCard>>

/** Makes a change of a customer; false when it failed, which is said. What a colleague has done meanwhile is read again. */
export function useChangeCustomer(id: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function run(change: Change, operation?: 'vip'): Promise<boolean> {
    setBusy(true)
    try {
      const changed = await change(await customerCalls())
      // What was asked before the change is older than its answer.
      await client.cancelQueries({ queryKey: cardKey(id) })
      client.setQueryData<CustomerCard>(cardKey(id), (card) => card && { ...card, ...changed })
      return true
    } catch (error) {
      console.warn('a customer was not changed', error)
      const isOld = hasErrorCode(error, 'conflict')
      showToast({
        tone: 'error',
        text: isOld ? 'มีคนแก้ไขโน้ตนี้ไปก่อนแล้ว กรุณาอ่านฉบับล่าสุดก่อนบันทึกอีกครั้ง' : errorText(error, operation),
      })
      await client.invalidateQueries({ queryKey: cardKey(id) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
