import type { Ticket } from 'shared/contract/tickets/ticket.ts'

/** What a person knows of the newest cases of one question. */
export interface KnownCases {
  /** The filters that were asked with. */
  readonly question: string
  /** When the newest case was opened that was there from the beginning, ms since 1970. */
  readonly since: number
  /** Opened after that, and seen. */
  readonly seen: ReadonlySet<string>
}

export const NOTHING_KNOWN: KnownCases = { question: '', since: 0, seen: new Set() }

type Case = Pick<Ticket, 'id' | 'status' | 'opened_at'>

/** Begins with what is there when the question changes; then what stands on the screen has been seen. The same reference when nothing changes. */
export function learnCases(
  known: KnownCases,
  question: string,
  cases: readonly Case[],
  onScreen: Iterable<string>,
): KnownCases {
  if (known.question !== question) {
    const since = Math.max(0, ...cases.map(({ opened_at }) => Date.parse(opened_at)))
    return { question, since, seen: new Set() }
  }
  const screen = new Set(onScreen)
  const seen = newCases(known, cases).filter((id) => screen.has(id))
  return seen.length === 0 ? known : { ...known, seen: new Set([...known.seen, ...seen]) }
}

/** The open cases that have come since and not been seen. */
export function newCases({ since, seen }: KnownCases, cases: readonly Case[]): string[] {
  return cases
    .filter(
      ({ id, status, opened_at }) => status === 'OPEN' && Date.parse(opened_at) > since && !seen.has(id),
    )
    .map(({ id }) => id)
}
