import { queryOptions } from '@tanstack/react-query'
import { handOverCalls } from 'shared/api'

/** Staff members with access to a channel. */
export const colleaguesQuery = (channelKey: string) =>
  queryOptions({
    queryKey: ['staff', 'agents', channelKey] as const,
    queryFn: async () => (await handOverCalls()).fetchColleagues(channelKey),
    staleTime: 60_000,
  })
