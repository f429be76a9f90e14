import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from 'shared/api'
import { channelOptions } from 'shared/contract/channels/channel-label.ts'
import { Select, TextField } from 'shared/ui'
import classes from './MessageSearch.module.css'
import type { SearchInput } from './use-message-search.ts'

export interface SearchFiltersProps {
  words: SearchInput
  onChange: (part: Partial<SearchInput>) => void
  hasChannels: boolean
}

/** Filters of the search: channel and date range, both days included. */
export function SearchFilters({ words, onChange, hasChannels }: SearchFiltersProps) {
  const { data: channels = [] } = useQuery({ ...channelsQuery, enabled: hasChannels })
  return (
    <div className={classes.filters}>
      {hasChannels ? (
        <Select
          label="OA"
          showLabel
          className={classes.channel}
          options={[{ value: '', label: 'ทุกบัญชี' }, ...channelOptions(channels)]}
          value={words.channel}
          onChange={(channel) => onChange({ channel })}
        />
      ) : null}
      <TextField
        type="date"
        label="ตั้งแต่วันที่"
        value={words.since}
        max={words.until || undefined}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label="ถึงวันที่"
        value={words.until}
        min={words.since || undefined}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </div>
  )
}
