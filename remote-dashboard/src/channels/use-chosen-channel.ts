import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dashboardCalls } from 'shared/api'
import { dashboardChannelsKey } from '../dashboard-keys.ts'
import { keepChosenChannel, readChosenChannel, settleChannel } from './chosen-channel.ts'

const channelsQuery = {
  queryKey: dashboardChannelsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await dashboardCalls()).fetchBusinessChannels(signal),
  staleTime: 5 * 60_000,
}

/** The manager's official accounts and the one that is looked at. Until the accounts are known, what was kept counts. */
export function useChosenChannel() {
  const accounts = useQuery(channelsQuery)
  const [wanted, setWanted] = useState(readChosenChannel)
  const keys = accounts.data?.map(({ key }) => key)
  const chosen = keys === undefined ? wanted : settleChannel(wanted, keys)
  const [known, all] = [keys !== undefined, keys?.join(',') ?? '']
  useEffect(() => {
    if (known) keepChosenChannel(chosen, all.split(','))
  }, [known, chosen, all])
  return { accounts, chosen, choose: setWanted }
}
export type ChosenChannel = ReturnType<typeof useChosenChannel>
