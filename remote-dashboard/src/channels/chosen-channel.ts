import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { readStored, writeStored } from 'shared/session'

/** Storage key of the chosen channel, or `__ALL__`. */
const KEY = 'biz_channel_key'
/** Storage key of the selected channels, comma-separated: the chosen one, or all of the manager's. */
const KEYS = 'biz_channel_keys'

/** Returns the stored choice; all channels when nothing is stored. */
export function readChosenChannel(): string {
  const key = readStored(KEY)
  if (key) return key
  const keys = readStored(KEYS)?.split(',') ?? []
  return keys.length === 1 && keys[0] ? keys[0] : ALL_CHANNELS
}

/** Returns the chosen channel if it still exists, otherwise the first one, or all when the list is empty. */
export function settleChannel(chosen: string, keys: readonly string[]): string {
  return chosen === ALL_CHANNELS || keys.includes(chosen) ? chosen : (keys[0] ?? ALL_CHANNELS)
}

export function storeChosenChannel(chosen: string, keys: readonly string[]): void {
  writeStored(KEY, chosen)
  writeStored(KEYS, chosen === ALL_CHANNELS ? keys.join(',') : chosen)
}
