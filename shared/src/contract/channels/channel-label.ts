import type { Channel } from './channel.ts'

const sameName = (name: string) => name.trim().toLowerCase()

/** Labels by channel key: the name, followed by the key when another channel in the list has the same name. */
export function channelLabels(channels: readonly Channel[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const { name } of channels) counts.set(sameName(name), (counts.get(sameName(name)) ?? 0) + 1)
  return new Map(
    channels.map(({ key, name }) => [key, (counts.get(sameName(name)) ?? 0) > 1 ? `${name} (${key})` : name]),
  )
}

export const channelOptions = (channels: readonly Channel[]): { value: string; label: string }[] =>
  [...channelLabels(channels)].map(([value, label]) => ({ value, label }))
