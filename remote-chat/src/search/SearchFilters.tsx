import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from 'shared/api'
import { channelOptions } from 'shared/contract/channels/channel-label.ts'
import { Select, TextField } from 'shared/ui'
import classes from './MessageSearch.module.css'
import type { SearchInput } from './use-message-search.ts'

export interface SearchFiltersProps {
  input: SearchInput
  onChange: (part: Partial<SearchInput>) => void
  hasChannels: boolean
}

/** Filters of the message search. The results include the first and the last day. */
export function SearchFilters({ input, onChange, hasChannels }: SearchFiltersProps) {
  const { data: channels = [] } = useQuery({ ...channelsQuery, enabled: hasChannels })
  return (
    <div className={classes.filters}>
      {hasChannels ? (
        <Select
          label="OA"
          showLabel
          className={classes.channel}
          options={[{ value: '', label: 'ทุกบัญชี' }, ...channelOptions(channels)]}
          value={input.channel}
          onChange={(channel) => onChange({ channel })}
        />
      ) : null}
      <TextField
        type="date"
        label="ตั้งแต่วันที่"
        value={input.since}
        max={input.until || undefined}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label="ถึงวันที่"
        value={input.until}
        min={input.since || undefined}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </div>
  )
}
