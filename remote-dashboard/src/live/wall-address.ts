import type { WallFigure } from 'shared/contract/dashboard/list-wall-cases.call.ts'

/** The list that the wall's address names. */
export interface WallList {
  figure: WallFigure
  channel?: string
  /** A person, by id. */
  agent?: string
}

const WAITING = { all: 'waiting', none: 'unassigned' } as const

/**
 * `?waiting=all` are all who wait and `?waiting=none` nobody's of these, with `&channel=` those of an account; `?channel=` alone is what an
 * account has open, `?agent=` what a person has.
 */
export function readWallList(params: URLSearchParams): WallList | null {
  const [waiting, channel, agent] = ['waiting', 'channel', 'agent'].map((name) => params.get(name) || null)
  const figure = Object.entries(WAITING).find(([word]) => word === waiting)?.[1]
  const of = channel ? { channel } : {}
  if (figure !== undefined) return { figure, ...of }
  if (agent) return { figure: 'open', agent }
  return channel ? { figure: 'open', channel } : null
}
