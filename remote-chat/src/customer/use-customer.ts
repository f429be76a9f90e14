import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type CustomerCalls, customerCalls, customerFamilyKey, errorText, hasErrorCode } from 'shared/api'
import { LIVE_POLL_MS } from 'shared/contract/constants.ts'
import type { CustomerCard } from 'shared/contract/customers/customer-card.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { type BusEvent, useRealtimeEvents } from 'shared/realtime'
import { showToast } from 'shared/ui'
import { useThrottled } from './use-throttled.ts'

const cardKey = (id: string) => [...customerFamilyKey, id, 'card'] as const
const ticketsKey = (id: string) => [...customerFamilyKey, id, 'cases'] as const

/** Customer data, refetched on socket events. For servers without such events, the data is polled slowly. */
export function useCustomer(id: string) {
  const client = useQueryClient()
  const readTickets = useThrottled(() => client.invalidateQueries({ queryKey: ticketsKey(id) }))
  useRealtimeEvents((event) => {
    const isOurs = event.type === 'customer_update' && event.data.customer_id === id
    if (isOurs || event.type === 'resync') void client.invalidateQueries({ queryKey: cardKey(id) })
    if (
      event.type === 'resync' ||
      (event.type === 'ticket_list_update' && mayChangeTickets(client, id, event.data))
    )
      readTickets()
  })
  return useQuery({
    queryKey: cardKey(id),
    queryFn: async ({ signal }) => (await customerCalls()).fetchCustomer(id, signal),
    staleTime: 0,
    refetchInterval: LIVE_POLL_MS,
  })
}

type TicketNews = Extract<BusEvent, { type: 'ticket_list_update' }>['data']

function mayChangeTickets(client: QueryClient, id: string, { ticket_id, channel_key }: TicketNews): boolean {
  const tickets = client.getQueryData<InfiniteData<{ items: Ticket[] }>>(ticketsKey(id))
  if (tickets?.pages.some(({ items }) => items.some((each) => each.id === ticket_id))) return true
  const channel = client.getQueryData<CustomerCard>(cardKey(id))?.channel.key
  return channel_key === undefined || channel === undefined || channel_key === channel
}

const TICKETS_PAGE = 10

export function useCustomerTickets(id: string) {
  return useInfiniteQuery({
    queryKey: ticketsKey(id),
    queryFn: async ({ pageParam, signal }) =>
      (await customerCalls()).fetchCustomerTickets(
        id,
        { limit: TICKETS_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.has_more ? (page.items.at(-1)?.id ?? null) : null),
    staleTime: 0,
  })
}

interface Change {
  change: (calls: CustomerCalls) => Promise<Partial<CustomerCard>>
  failed: (error: unknown) => string
}

/** Changes a customer. `run` reports a failure to the user and then returns false. */
export function useChangeCustomer(id: string) {
  const client = useQueryClient()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: async ({ change }: Change) => change(await customerCalls()),
    onSuccess: async (changed) => {
      // A fetch that started before the change would overwrite the result of the change.
      await client.cancelQueries({ queryKey: cardKey(id) })
      client.setQueryData<CustomerCard>(cardKey(id), (card) => card && { ...card, ...changed })
      // The response may be older than events received in the meantime.
      void client.invalidateQueries({ queryKey: cardKey(id) })
    },
    onError: (error, { failed }) => {
      console.warn('a customer could not be changed', error)
      showToast({ tone: 'error', text: failed(error) })
      return client.invalidateQueries({ queryKey: cardKey(id) })
    },
  })
  const run = (change: Change['change'], failed: Change['failed']): Promise<boolean> =>
    mutateAsync({ change, failed }).then(
      () => true,
      () => false,
    )
  return { busy: isPending, run }
}

export function toastFailure(what: string): Change['failed'] {
  return (error) => {
    if (hasErrorCode(error, 'conflict')) return 'มีคนแก้ไขโน้ตนี้ไปก่อนแล้ว กรุณาอ่านฉบับล่าสุดก่อนบันทึกอีกครั้ง'
    return `${what}: ${errorText(error)}${hasErrorCode(error, 'internal') ? ' กรุณาลองใหม่อีกครั้ง' : ''}`
  }
}
