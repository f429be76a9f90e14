import { channelOptions } from 'shared/contract/channels/channel-label.ts'
import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { Select } from 'shared/ui'
import classes from './ChannelSelect.module.css'
import type { ChosenChannel } from './use-chosen-channel.ts'

export interface ChannelSelectProps {
  listedChannels: ChosenChannel['listedChannels']
  chosen: string
  onChoose: (channel: string) => void
}

export function ChannelSelect({ listedChannels, chosen, onChoose }: ChannelSelectProps) {
  const channels = listedChannels.data ?? []
  const isKnown = chosen === ALL_CHANNELS || channels.some(({ key }) => key === chosen)
  return (
    <Select
      label="บัญชี OA"
      options={[
        { value: ALL_CHANNELS, label: 'ทุกบัญชี' },
        ...channelOptions(channels),
        // Option for a selected channel whose name is still loading, or to which the user has no access.
        ...(isKnown
          ? []
          : [{ value: chosen, label: listedChannels.data === undefined ? 'กำลังโหลด...' : 'OA ที่ไม่มีสิทธิ์' }]),
      ]}
      value={chosen}
      onChange={onChoose}
      className={classes.select ?? ''}
    />
  )
}
