import { SCROLL_BOTTOM_PX } from 'shared/contract/constants.ts'

/** State that decides what stays in place while the content changes. `useThreadScroll` moves the view. */
export type ScrollState =
  | { name: 'bottom' }
  /** Smooth scroll to the bottom. `height` is the content's height at its start. */
  | { name: 'gliding'; height: number }
  /** Keeps the unread separator in place, from opening the conversation until the user's first input. */
  | { name: 'unread' }
  | { name: 'seeking'; id: string }
  /** Keeps a message in place that the user has jumped to, until the next input. */
  | { name: 'message'; id: string }
  | { name: 'reading' }

export type ScrollInput =
  | { type: 'opened'; hasUnread: boolean }
  | { type: 'arrived'; isOwn: boolean }
  | { type: 'toBottom' }
  | { type: 'toMessage'; id: string }
  | { type: 'found' }
  /** A pointer or a key is down, anywhere on the page. */
  | { type: 'touched' }
  /** Scroll event, by the user or not. */
  | { type: 'scrolled' }
  /** The size of the content or the view may have changed; the scroll position is corrected after this input. */
  | { type: 'changed' }

export interface ScrollPosition {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

export interface View {
  position: ScrollPosition
  /** Scroll position after the last scroll event or correction. */
  last: ScrollPosition
}

type Transition<From, Type> = (
  from: From,
  view: View,
  input: Extract<ScrollInput, { type: Type }>,
) => ScrollState

type Transitions<From> = { [Type in ScrollInput['type']]?: Transition<From, Type> }

/** Transitions by state and input. Inputs that are not listed are ignored. */
const TRANSITIONS: {
  [Name in ScrollState['name']]: Transitions<Extract<ScrollState, { name: Name }>>
} = {
  bottom: { opened, arrived: follow, toBottom: follow, toMessage, scrolled, changed: scrolled },
  gliding: { arrived: follow, toBottom: follow, toMessage, scrolled, changed: glideOn },
  unread: { arrived, toBottom: follow, toMessage, touched: release, scrolled: releaseMoved },
  seeking: { toBottom: follow, toMessage, found: ({ id }) => ({ name: 'message', id }) },
  message: {
    ...{ arrived, toBottom: follow, toMessage },
    ...{ touched: release, scrolled: releaseMoved, changed: releaseMoved },
  },
  reading: { opened, arrived, toBottom: follow, toMessage, scrolled },
}

const BOTTOM: ScrollState = { name: 'bottom' }
const READING: ScrollState = { name: 'reading' }

export function stepScroll(from: ScrollState, input: ScrollInput, view: View): ScrollState {
  const transitions: Transitions<never> = TRANSITIONS[from.name]
  const transition = transitions[input.type] as Transition<ScrollState, ScrollInput['type']> | undefined
  return transition?.(from, view, input) ?? from
}

export function isFollowing({ name }: ScrollState): boolean {
  return name === 'bottom' || name === 'gliding'
}

function opened(_: ScrollState, __: View, { hasUnread }: { hasUnread: boolean }): ScrollState {
  return hasUnread ? { name: 'unread' } : BOTTOM
}

/** Maximum distance of a smooth scroll, in view heights. For larger distances the view jumps. */
const FAR_VIEWS = 3

function follow(from: ScrollState, { position }: View): ScrollState {
  const { clientHeight, scrollHeight } = position
  const left = distanceBelow(position)
  if (left <= 1 || left >= FAR_VIEWS * clientHeight) return BOTTOM
  return from.name === 'gliding' && from.height === scrollHeight
    ? from
    : { name: 'gliding', height: scrollHeight }
}

/** Scrolls to a new message if it is the user's own or the view is near the bottom. */
function arrived(from: ScrollState, view: View, { isOwn }: { isOwn: boolean }): ScrollState {
  return isOwn || isNearBottom(view.last) ? follow(from, view) : from
}

function toMessage(_: ScrollState, __: View, { id }: { id: string }): ScrollState {
  return { name: 'seeking', id }
}

function scrolled(from: ScrollState, view: View): ScrollState {
  if (isAtBottom(view.position)) return BOTTOM
  return isScrolledUp(view) ? READING : from
}

/** The target of a smooth scroll may have moved, because the content's height has changed. */
function glideOn(from: ScrollState, view: View): ScrollState {
  return isScrolledUp(view) ? READING : follow(from, view)
}

function release(_: ScrollState, { last }: View): ScrollState {
  return isAtBottom(last) ? BOTTOM : READING
}

function releaseMoved(from: ScrollState, { position, last }: View): ScrollState {
  if (position.scrollTop === last.scrollTop) return from
  return isAtBottom(position) ? BOTTOM : READING
}

/** True when the user has scrolled up; false when the position changed only because the view's height changed. */
function isScrolledUp({ position, last }: View): boolean {
  const isUp = position.scrollTop < last.scrollTop && !isAtBottom(position)
  return isUp && position.clientHeight === last.clientHeight
}

export function isNearBottom(position: ScrollPosition): boolean {
  return distanceBelow(position) <= SCROLL_BOTTOM_PX
}

export function isAtBottom(position: ScrollPosition): boolean {
  return distanceBelow(position) <= 1
}

export function distanceBelow({ scrollHeight, scrollTop, clientHeight }: ScrollPosition): number {
  return scrollHeight - scrollTop - clientHeight
}
