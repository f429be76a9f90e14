import { SCROLL_BOTTOM_PX } from 'shared/contract/constants.ts'

export interface ScrollPlace {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

/** Within 64 px of the bottom, where new messages are followed. */
export function isNearBottom({ scrollTop, clientHeight, scrollHeight }: ScrollPlace): boolean {
  return scrollHeight - scrollTop - clientHeight <= SCROLL_BOTTOM_PX
}

export interface ThreadChange {
  /** Nothing of this conversation had been on the screen. */
  isFirst: boolean
  /** Older messages came in above. */
  grewAbove: boolean
  /** Something new stands at the end: a message of ours, of the customer or of a colleague; null when nothing does. */
  newAtEnd: 'own' | 'other' | null
  /** Before the change. */
  wasNearBottom: boolean
}

/** jump: to the bottom at once · follow: smoothly to the bottom · keep: what is read stays where it is · tell: stay, and say that there is more below */
export type ScrollMove = 'jump' | 'follow' | 'keep' | 'tell' | 'none'

/** The product's scroll rules. */
export function scrollMove(change: ThreadChange): ScrollMove {
  if (change.isFirst) return 'jump'
  if (change.newAtEnd === 'own') return 'follow'
  if (change.newAtEnd === 'other') return change.wasNearBottom ? 'follow' : 'tell'
  return change.grewAbove ? 'keep' : 'none'
}
