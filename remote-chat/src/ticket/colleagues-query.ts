import { queryOptions } from '@tanstack/react-query'
import { handOverCalls } from 'shared/api'

/** Those who may work in an official account. */
export const colleaguesQuery = (channelKey: string) =>
  queryOptions({
    queryKey: ['staff', 'agents', channelKey] as const,
    queryFn: async () => (await handOverCalls()).fetchColleagues(channelKey),
    staleTime: 60_000,
  })
