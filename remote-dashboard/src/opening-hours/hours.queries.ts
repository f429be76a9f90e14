import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dashboardCalls } from 'shared/api'
import type { OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { openingHoursKey } from '../dashboard-query-keys.ts'

/** Poll interval in ms while metrics are recounted after a change of opening hours. */
const RECOUNT_POLL_MS = 5_000

const openingHoursCalls = async () => (await dashboardCalls()).openingHoursCalls()

export const openingHoursQuery = queryOptions({
  queryKey: openingHoursKey,
  queryFn: async ({ signal }) => (await openingHoursCalls()).fetchOpeningHours(signal),
  refetchInterval: ({ state }) =>
    state.data?.some(({ is_recounting }) => is_recounting) ? RECOUNT_POLL_MS : false,
})

type Calls = Awaited<ReturnType<typeof openingHoursCalls>>

function useChangeHours<Change>(save: (calls: Calls, change: Change) => Promise<OpeningHours>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change) => save(await openingHoursCalls(), change),
    onSuccess: async (saved) => {
      // Cancels a running fetch, which would return the former hours.
      await client.cancelQueries(openingHoursQuery)
      client.setQueryData<OpeningHours[]>(openingHoursQuery.queryKey, (all) =>
        all?.map((each) => (each.channel_key === saved.channel_key ? saved : each)),
      )
      void client.invalidateQueries(openingHoursQuery)
    },
  })
}

export const useSetOpeningHours = (channelKey: string) =>
  useChangeHours((calls, body: Parameters<Calls['putOpeningHours']>[1]) =>
    calls.putOpeningHours(channelKey, body),
  )

export const useRemoveVersion = (channelKey: string) =>
  useChangeHours((calls, validFrom: string) => calls.deleteHoursVersion(channelKey, validFrom))

export const useSetSpecialDays = (channelKey: string) =>
  useChangeHours((calls, body: Parameters<Calls['putSpecialDays']>[1]) =>
    calls.putSpecialDays(channelKey, body),
  )
