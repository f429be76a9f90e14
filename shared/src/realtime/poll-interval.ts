import { CHAT_MODAL_POLL_MS, CHAT_POLL_MS, LIVE_POLL_MS, QUEUE_REFRESH_MS } from '../contract/constants.ts'
import type { RealtimeState } from './bus.ts'

const RATES = { queue: QUEUE_REFRESH_MS, chat: CHAT_POLL_MS, modal: CHAT_MODAL_POLL_MS } as const

/** How often to ask the server, in ms: at the product's rates, and every 30 s while the socket is proven live. */
export function pollInterval(kind: keyof typeof RATES, state: Pick<RealtimeState, 'status'>): number {
  return state.status === 'live' ? LIVE_POLL_MS : RATES[kind]
}
