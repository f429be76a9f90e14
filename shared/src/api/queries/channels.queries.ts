import { queryOptions } from '@tanstack/react-query'
import { staffChannels } from '../../contract/channels/staff-channels.call.ts'
import { deskApi } from '../desk-api.ts'

export const channelsQuery = queryOptions({
  queryKey: ['channels', 'staff'] as const,
  queryFn: async ({ signal }) => (await deskApi.call(staffChannels, { signal })).items,
  staleTime: 5 * 60_000,
})
