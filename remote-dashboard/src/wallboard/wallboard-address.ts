import type { WallboardMetric } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import type { OpenedHere } from 'shared/ui/use-close-url-dialog.ts'

export const OPENED_HERE: OpenedHere = { openedHere: 'wall' }

export interface WallboardList {
  metric: WallboardMetric
  channel?: string
  staffId?: string
}

const WAITING = { all: 'waiting', none: 'unassigned' } as const

/**
 * Reads the open list from the URL: `?waiting=all` or `?waiting=none` (unassigned), each with an optional `&channel=`;
 * or `?channel=` or `?staff=` for the open tickets of a channel or agent.
 */
export function readWallboardList(params: URLSearchParams): WallboardList | null {
  const [waiting, channel, staffId] = ['waiting', 'channel', 'staff'].map((name) => params.get(name) || null)
  const metric = Object.entries(WAITING).find(([word]) => word === waiting)?.[1]
  const of = channel ? { channel } : {}
  if (metric !== undefined) return { metric, ...of }
  if (staffId) return { metric: 'open', staffId }
  return channel ? { metric: 'open', channel } : null
}
