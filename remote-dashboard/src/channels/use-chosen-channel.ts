import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { dashboardCalls } from 'shared/api'
import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { useUrlParams } from 'shared/ui'
import { dashboardChannelsKey } from '../dashboard-query-keys.ts'
import { readChosenChannel, settleChannel, storeChosenChannel } from './chosen-channel.ts'

const channelsQuery = {
  queryKey: dashboardChannelsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await dashboardCalls()).fetchBusinessChannels(signal),
  staleTime: 5 * 60_000,
}

const NAME = 'channel'

const withChannel = (before: URLSearchParams, channel: string) => {
  const params = new URLSearchParams(before)
  params.set(NAME, channel)
  params.delete('page')
  return params
}

/** Returns the URL's channel, or else the stored one. It is not validated until the channels are loaded. */
export function useChosenChannel() {
  const listedChannels = useQuery(channelsQuery)
  const [params, setParams] = useUrlParams()
  const { state } = useLocation()
  const named = params.get(NAME)
  // A URL with parameters but without a channel shows all channels, so that a link shows the same metrics to every
  // recipient. This channel is not stored, because the user has not chosen it.
  const isChosen = named !== null || params.size === 0
  const wanted = named ?? (isChosen ? readChosenChannel() : ALL_CHANNELS)
  const keys = listedChannels.data?.map(({ key }) => key)
  // A link to a channel without access changes neither the URL nor the stored channel.
  const isForbidden = keys !== undefined && named !== null && named !== ALL_CHANNELS && !keys.includes(named)
  const chosen = keys === undefined || isForbidden ? wanted : settleChannel(wanted, keys)
  const [known, all] = [keys !== undefined, keys?.join(',') ?? '']
  const isOther = chosen !== (named ?? ALL_CHANNELS)
  useEffect(() => {
    if (known && isChosen && !isForbidden) storeChosenChannel(chosen, all.split(','))
    // Writes the channel to the URL only after validation, because a channel in the URL is treated like an opened link.
    if (known && isOther) setParams((now) => withChannel(now, chosen), { replace: true, state })
  }, [known, isChosen, isForbidden, chosen, all, isOther, setParams, state])
  const choose = (channel: string) => setParams((now) => withChannel(now, channel))
  return { listedChannels, chosen, isForbidden, choose }
}
export type ChosenChannel = ReturnType<typeof useChosenChannel>
