import { queryOptions } from '@tanstack/react-query'
import { assigneeCalls } from 'shared/api'

export const channelAgentsQuery = (channelKey: string) =>
  queryOptions({
    queryKey: ['staff', 'agents', channelKey] as const,
    queryFn: async () => (await assigneeCalls()).fetchChannelAgents(channelKey),
    staleTime: 60_000,
  })
