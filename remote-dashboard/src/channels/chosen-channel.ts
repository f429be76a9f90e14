import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { readStored, writeStored } from 'shared/session'

/** The official account that was chosen, or `__ALL__`. */
const KEY = 'biz_channel_key'
/** The accounts that are looked at, with commas: the chosen one, or all that the manager may look at. */
const KEYS = 'biz_channel_keys'

/** What the browser has kept; all where it keeps nothing. */
export function readChosenChannel(): string {
  const key = readStored(KEY)
  if (key) return key
  const keys = readStored(KEYS)?.split(',') ?? []
  return keys.length === 1 && keys[0] ? keys[0] : ALL_CHANNELS
}

/** Of the accounts that there are: the chosen one; the first where it is none of them any more; all where there is none. */
export function settleChannel(chosen: string, keys: readonly string[]): string {
  return chosen === ALL_CHANNELS || keys.includes(chosen) ? chosen : (keys[0] ?? ALL_CHANNELS)
}

export function keepChosenChannel(chosen: string, keys: readonly string[]): void {
  writeStored(KEY, chosen)
  writeStored(KEYS, chosen === ALL_CHANNELS ? keys.join(',') : chosen)
}
