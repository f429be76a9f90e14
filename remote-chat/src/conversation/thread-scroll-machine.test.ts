import { describe, expect, test } from 'vitest'
import {
  isNearBottom,
  type ScrollInput,
  type ScrollPosition,
  type ScrollState,
  stepScroll,
  type View,
} from './thread-scroll-machine.ts'

const at = (scrollTop: number, clientHeight = 100, scrollHeight = 2_000): ScrollPosition => ({
  scrollTop,
  clientHeight,
  scrollHeight,
})
const VIEWS = {
  far: { last: at(500), position: at(500) },
  near: { last: at(1_850), position: at(1_850) },
  end: { last: at(1_900), position: at(1_900) },
  up: { last: at(1_900), position: at(1_850) },
  down: { last: at(500), position: at(1_900) },
  /** View whose height has changed, which has also changed its scroll position. */
  resized: { last: at(1_900), position: at(1_850, 90) },
} satisfies Record<string, View>
type ViewName = keyof typeof VIEWS

const STATES: Record<ScrollState['name'], ScrollState> = {
  bottom: { name: 'bottom' },
  gliding: { name: 'gliding', height: 2_000 },
  unread: { name: 'unread' },
  seeking: { name: 'seeking', id: 'm' },
  message: { name: 'message', id: 'm' },
  reading: { name: 'reading' },
}
const INPUTS = {
  'opened with unread': { type: 'opened', hasUnread: true },
  opened: { type: 'opened', hasUnread: false },
  'arrived own': { type: 'arrived', isOwn: true },
  'arrived other': { type: 'arrived', isOwn: false },
  toBottom: { type: 'toBottom' },
  toMessage: { type: 'toMessage', id: 'other' },
  found: { type: 'found' },
  touched: { type: 'touched' },
  scrolled: { type: 'scrolled' },
  changed: { type: 'changed' },
} satisfies Record<string, ScrollInput>
type InputName = keyof typeof INPUTS

type Next = ScrollState['name']
/** Expected next state, for all `VIEWS` or for each. For a view that is not listed, the state does not change. */
type Cell = Next | Partial<Record<ViewName, Next>>

const OPEN = { 'opened with unread': 'unread', opened: 'bottom' } as const
const GO = {
  far: 'bottom',
  near: 'gliding',
  end: 'bottom',
  up: 'gliding',
  down: 'bottom',
  resized: 'gliding',
} as const
const GO_IF_NEAR = { near: 'gliding', end: 'bottom', up: 'gliding', resized: 'gliding' } as const
const ASKED = { toBottom: GO, toMessage: 'seeking' } as const
const MOVED = { up: 'reading', down: 'bottom', resized: 'reading' } as const
/** Expected state after a touch, for each of `VIEWS`. */
const TOUCHED = {
  far: 'reading',
  near: 'reading',
  end: 'bottom',
  up: 'bottom',
  down: 'reading',
  resized: 'bottom',
} as const

/** Expected transitions. An input that is not listed changes nothing. */
const TABLE: Record<ScrollState['name'], Partial<Record<InputName, Cell>>> = {
  bottom: {
    ...{ ...OPEN, ...ASKED, 'arrived own': GO, 'arrived other': GO },
    ...{ scrolled: { up: 'reading' }, changed: { up: 'reading' } },
  },
  gliding: {
    ...{ ...ASKED, 'arrived own': GO, 'arrived other': GO },
    scrolled: { end: 'bottom', up: 'reading', down: 'bottom' },
    changed: { far: 'bottom', end: 'bottom', up: 'reading', down: 'bottom' },
  },
  unread: { ...ASKED, 'arrived own': GO, 'arrived other': GO_IF_NEAR, touched: TOUCHED, scrolled: MOVED },
  seeking: { ...ASKED, found: 'message' },
  message: {
    ...{ ...ASKED, 'arrived own': GO, 'arrived other': GO_IF_NEAR },
    ...{ touched: TOUCHED, scrolled: MOVED, changed: MOVED },
  },
  reading: {
    ...{ ...OPEN, ...ASKED, 'arrived own': GO, 'arrived other': GO_IF_NEAR },
    scrolled: { end: 'bottom', down: 'bottom' },
  },
}

describe.each(Object.keys(STATES) as Next[])('scroll state %s', (name) => {
  test.each(Object.keys(INPUTS) as InputName[])('input %s leads to the expected scroll state', (input) => {
    const cell = TABLE[name][input] ?? {}
    const expected: Partial<Record<ViewName, Next>> = {}
    const actual: Partial<Record<ViewName, Next>> = {}
    for (const view of Object.keys(VIEWS) as ViewName[]) {
      expected[view] = typeof cell === 'string' ? cell : (cell[view] ?? name)
      actual[view] = stepScroll(STATES[name], INPUTS[input], VIEWS[view]).name
    }
    expect(actual).toEqual(expected)
  })
})

test('the scroll state machine remembers the message to jump to', () => {
  const seeking = stepScroll(STATES.reading, { type: 'toMessage', id: 'other' }, VIEWS.far)
  expect(seeking).toEqual({ name: 'seeking', id: 'other' })
  expect(stepScroll(seeking, { type: 'found' }, VIEWS.far)).toEqual({ name: 'message', id: 'other' })
})

test('restarts a smooth scroll only when the height of the content has changed', () => {
  const { gliding } = STATES
  expect(stepScroll(gliding, { type: 'changed' }, VIEWS.near)).toBe(gliding)
  const grown = { last: at(1_850), position: at(1_850, 100, 2_050) }
  expect(stepScroll(gliding, { type: 'changed' }, grown)).toEqual({ name: 'gliding', height: 2_050 })
})

test('a scroll position counts as near the bottom from 64 px above the end', () => {
  expect(isNearBottom(at(36, 100, 200))).toBe(true)
  expect(isNearBottom(at(35, 100, 200))).toBe(false)
})
