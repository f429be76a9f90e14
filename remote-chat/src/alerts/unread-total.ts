import type { TicketListQuery } from 'shared/api'
import { fetchTicketPage } from 'shared/api'

/** Maximum number of tickets counted per list; with more tickets the total is a lower bound. */
const MAX_TICKETS = 20
/** Minimum interval between two fetches, in ms. */
const PAUSE_MS = 3_000

export interface UnreadTotal {
  /** Number of unread customer messages in open tickets that are unassigned or the user's own. */
  count: number
  isMore: boolean
  tickets: number
}

export const NOTHING_UNREAD: UnreadTotal = { count: 0, isMore: false, tickets: 0 }

export async function fetchUnreadTotal(signal: AbortSignal): Promise<UnreadTotal> {
  const unread = { status: 'OPEN', unread_only: true, page_size: MAX_TICKETS, page: 1 } as const
  const lists: TicketListQuery[] = [
    { ...unread, assignee: 'me' },
    { ...unread, unassigned: true },
  ]
  const pages = await Promise.all(lists.map((query) => fetchTicketPage(query, signal)))
  const items = pages.flatMap((page) => page.items)
  return {
    count: items.reduce((sum, ticket) => sum + ticket.unread_count, 0),
    isMore: pages.some((page) => page.total > page.items.length),
    tickets: pages.reduce((sum, page) => sum + page.total, 0),
  }
}

/** Runs `work` immediately, or after the running `work` and a pause. All requests until then cause one run. */
export function throttled(
  work: () => Promise<void>,
  pauseMs = PAUSE_MS,
): { wish: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isWished = false
  let isEnded = false
  const run = () => {
    isRunning = true
    isWished = false
    void work().finally(() => {
      timer = setTimeout(() => {
        isRunning = false
        if (isWished && !isEnded) run()
      }, pauseMs)
    })
  }
  return {
    wish: () => {
      if (isEnded) return
      isWished = true
      if (!isRunning) run()
    },
    end: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
