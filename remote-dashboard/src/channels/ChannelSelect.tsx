import { channelOptions } from 'shared/contract/channels/channel-label.ts'
import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { Select } from 'shared/ui'
import classes from './ChannelSelect.module.css'
import type { ChosenChannel } from './use-chosen-channel.ts'

export interface ChannelSelectProps {
  accounts: ChosenChannel['accounts']
  chosen: string
  onChoose: (channel: string) => void
}

export function ChannelSelect({ accounts, chosen, onChoose }: ChannelSelectProps) {
  const channels = accounts.data ?? []
  const isKnown = chosen === ALL_CHANNELS || channels.some(({ key }) => key === chosen)
  return (
    <Select
      label="บัญชี OA"
      options={[
        { value: ALL_CHANNELS, label: 'ทุกบัญชี' },
        ...channelOptions(channels),
        // A stored choice whose name is still loading, or a link to a channel without access.
        ...(isKnown
          ? []
          : [{ value: chosen, label: accounts.data === undefined ? 'กำลังโหลด...' : 'OA ที่ไม่มีสิทธิ์' }]),
      ]}
      value={chosen}
      onChange={onChoose}
      className={classes.select ?? ''}
    />
  )
}
