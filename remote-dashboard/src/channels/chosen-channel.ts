import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { readStored, writeStored } from 'shared/session'

/** Storage key of the chosen channel's key, or `__ALL__`. */
const KEY = 'biz_channel_key'
/** Storage key of comma-separated channel keys: the chosen channel, or all of the manager's channels. */
const KEYS = 'biz_channel_keys'

export function readChosenChannel(): string {
  const key = readStored(KEY)
  if (key) return key
  const keys = readStored(KEYS)?.split(',') ?? []
  return keys.length === 1 && keys[0] ? keys[0] : ALL_CHANNELS
}

export function settleChannel(chosen: string, keys: readonly string[]): string {
  return chosen === ALL_CHANNELS || keys.includes(chosen) ? chosen : (keys[0] ?? ALL_CHANNELS)
}

export function storeChosenChannel(chosen: string, keys: readonly string[]): void {
  writeStored(KEY, chosen)
  writeStored(KEYS, chosen === ALL_CHANNELS ? keys.join(',') : chosen)
}
