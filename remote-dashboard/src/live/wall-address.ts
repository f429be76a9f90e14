import type { WallFigure } from 'shared/contract/dashboard/list-wall-cases.call.ts'
import type { OpenedHere } from '../address/use-close-opened.ts'

export const OPENED_HERE: OpenedHere = { openedHere: 'wall' }

/** The list that the wall's address names. */
export interface WallList {
  figure: WallFigure
  channel?: string
  /** A person, by id. */
  person?: string
}

const WAITING = { all: 'waiting', none: 'unassigned' } as const

/**
 * `?waiting=all` are all who wait and `?waiting=none` nobody's of these, with `&channel=` those of an account; `?channel=` alone is what an
 * account has open, `?person=` what a person has.
 */
export function readWallList(params: URLSearchParams): WallList | null {
  const [waiting, channel, person] = ['waiting', 'channel', 'person'].map((name) => params.get(name) || null)
  const figure = Object.entries(WAITING).find(([word]) => word === waiting)?.[1]
  const of = channel ? { channel } : {}
  if (figure !== undefined) return { figure, ...of }
  if (person) return { figure: 'open', person }
  return channel ? { figure: 'open', channel } : null
}
