import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { customerCalls, customerFamilyKey, dashboardCalls, errorText } from 'shared/api'
import { CUSTOMERS_PAGE_SIZE } from 'shared/contract/constants.ts'
import type { Customer } from 'shared/contract/customers/customer.ts'
import type { ListedCustomer } from 'shared/contract/customers/list-customers.call.ts'
import { showToast } from 'shared/ui'
import { customersFamilyKey, customerTicketsFamilyKey } from '../dashboard-query-keys.ts'
import type { CustomersView } from './use-customers-address.ts'

type CustomersPage = Awaited<ReturnType<Awaited<ReturnType<typeof dashboardCalls>>['fetchCustomers']>>

export function customersQuery(channel: string, { search, isVip, page }: CustomersView) {
  const request = {
    channel_key: channel,
    ...(search === '' ? {} : { search }),
    ...(isVip === null ? {} : { vip: isVip }),
    page,
    page_size: CUSTOMERS_PAGE_SIZE,
  }
  return queryOptions({
    queryKey: [...customersFamilyKey, request] as const,
    queryFn: async ({ signal }) => (await dashboardCalls()).fetchCustomers(request, signal),
    placeholderData: keepPreviousData,
  })
}

const TICKETS_PAGE = 20

export const customerTicketsQuery = (customer: string) =>
  infiniteQueryOptions({
    queryKey: [...customerTicketsFamilyKey, customer] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await customerCalls()).fetchCustomerTickets(
        customer,
        { limit: TICKETS_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ items, has_more }) => (has_more ? (items.at(-1)?.id ?? null) : null),
    // Does not refetch on focus, because a refetch would load every page again.
    refetchOnWindowFocus: false,
  })

/** Returns true when `id` is the id of the customer on any channel. */
export const isOf = (item: ListedCustomer, id: string) =>
  item.id === id || item.channels.some((each) => each.id === id)

/** Changes the VIP mark in loaded lists. A row that no longer matches a list's filter stays until the next refetch. */
function setVipInLists(client: QueryClient, { id, is_vip }: Pick<Customer, 'id' | 'is_vip'>): void {
  const marked = (item: ListedCustomer): ListedCustomer => ({
    ...item,
    is_vip: item.id === id ? is_vip : item.is_vip,
    channels: item.channels.map((each) => (each.id === id ? { ...each, is_vip } : each)),
  })
  client.setQueriesData<CustomersPage>({ queryKey: customersFamilyKey }, (page) =>
    page === undefined || !page.items.some((item) => isOf(item, id))
      ? page
      : { ...page, items: page.items.map((item) => (isOf(item, id) ? marked(item) : item)) },
  )
}

export function useSetVip(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (isVip: boolean) => (await customerCalls()).postVip(id, isVip),
    onSuccess: async ({ is_vip }) => {
      // Requests sent before this change would return old VIP marks, so they are cancelled and repeated.
      const fetchedLists = client
        .getQueryCache()
        .findAll({ queryKey: customersFamilyKey, fetchStatus: 'fetching' })
      await client.cancelQueries({ queryKey: customersFamilyKey })
      setVipInLists(client, { id, is_vip })
      void client.refetchQueries({
        queryKey: customersFamilyKey,
        type: 'active',
        predicate: (list) => fetchedLists.includes(list),
      })
      void client.invalidateQueries({ queryKey: customerFamilyKey })
    },
    onError: (error) => {
      console.warn('a VIP mark could not be changed', error)
      showToast({ tone: 'error', text: errorText(error, 'vip') })
    },
  })
}
