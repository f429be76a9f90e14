import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dashboardCalls } from 'shared/api'
import type { OpenDay, OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { openingHoursKey } from '../dashboard-keys.ts'

/** How often it is asked whether what was counted before is counted again. */
const RECOUNT_LOOK_MS = 5_000

export const openingHoursQuery = queryOptions({
  queryKey: openingHoursKey,
  queryFn: async ({ signal }) => (await dashboardCalls()).fetchOpeningHours(signal),
  refetchInterval: ({ state }) =>
    state.data?.some(({ is_recounting }) => is_recounting) ? RECOUNT_LOOK_MS : false,
})

export function useSetOpeningHours(channelKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (days: OpenDay[] | null) => (await dashboardCalls()).putOpeningHours(channelKey, days),
    onSuccess: async (saved) => {
      // What was asked before is older than this.
      await client.cancelQueries(openingHoursQuery)
      client.setQueryData<OpeningHours[]>(openingHoursQuery.queryKey, (all) =>
        all?.map((each) => (each.channel_key === saved.channel_key ? saved : each)),
      )
      void client.invalidateQueries(openingHoursQuery)
    },
  })
}
