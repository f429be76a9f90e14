import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { Select } from 'shared/ui'
import classes from './ChannelSelect.module.css'
import type { ChosenChannel } from './use-chosen-channel.ts'

export interface ChannelSelectProps {
  accounts: ChosenChannel['accounts']
  chosen: string
  onChoose: (channel: string) => void
}

/** Whose figures: all the manager's official accounts together, or one. */
export function ChannelSelect({ accounts, chosen, onChoose }: ChannelSelectProps) {
  const channels = accounts.data ?? []
  const isKnown = chosen === ALL_CHANNELS || channels.some(({ key }) => key === chosen)
  return (
    <Select
      label="บัญชี OA"
      options={[
        { value: ALL_CHANNELS, label: 'ทุกบัญชี' },
        ...channels.map(({ key, name }) => ({ value: key, label: name })),
        // Kept from before, and its name is on its way.
        ...(isKnown ? [] : [{ value: chosen, label: 'กำลังโหลด...' }]),
      ]}
      value={chosen}
      onChange={onChoose}
      className={classes.select ?? ''}
    />
  )
}
