import fc from 'fast-check'
import type { Message } from 'shared/contract/messages/message.ts'
import { mockMessage } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { firstUnread } from './first-unread.ts'
import { layOutThread } from './thread-layout.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString()
const buildMessage = (seq: number, direction: 'IN' | 'OUT', minute: number, more: Partial<Message> = {}) =>
  mockMessage({ ticket_id: 't', seq, direction, event_time: at(minute), ...more })
const dayOf = (moment: string) => moment.slice(0, 10)

test('groups consecutive messages of one direction into a run with one footer', () => {
  const days = layOutThread(
    [
      buildMessage(1, 'IN', 0),
      buildMessage(2, 'IN', 1),
      buildMessage(3, 'OUT', 2),
      buildMessage(4, 'IN', 3),
      buildMessage(5, 'IN', 20),
    ],
    [],
    dayOf,
  )
  const runs = days[0]?.entries.map((entry) =>
    entry.kind === 'run'
      ? entry.messages.map(({ message, showsFoot }) => `${message.seq}${showsFoot ? '.' : ''}`)
      : [],
  )
  expect(runs).toEqual([['1', '2.'], ['3.'], ['4.'], ['5.']])
})

test('shows a footer under a message whose delivery state differs from the next message’s', () => {
  const [day] = layOutThread(
    [
      buildMessage(1, 'OUT', 0, { delivery: 'failed' }),
      buildMessage(2, 'OUT', 0, { delivery: 'sent' }),
      buildMessage(3, 'OUT', 0, { delivery: 'sent' }),
    ],
    [],
    dayOf,
  )
  const run = day?.entries[0]
  expect(run?.kind === 'run' && run.messages.map((each) => each.showsFoot)).toEqual([true, false, true])
})

test('shows a footer under each failed message and each message to a customer who had blocked the channel', () => {
  const [day] = layOutThread(
    [
      buildMessage(1, 'OUT', 0, { delivery: 'failed' }),
      buildMessage(2, 'OUT', 0, { delivery: 'failed' }),
      buildMessage(3, 'OUT', 0, { delivery: 'sent', delivery_error: 'blocked' }),
      buildMessage(4, 'OUT', 0, { delivery: 'sent' }),
    ],
    [],
    dayOf,
  )
  const run = day?.entries[0]
  expect(run?.kind === 'run' && run.messages.map((each) => each.showsFoot)).toEqual([true, true, true, true])
})

test('places timeline events between messages by time, where each event ends the group of consecutive messages', () => {
  const [day] = layOutThread(
    [buildMessage(1, 'IN', 0), buildMessage(2, 'IN', 2)],
    [{ key: 'accepted', text: 'x', at: at(1) }],
    dayOf,
  )
  expect(day?.entries.map((entry) => entry.kind)).toEqual(['run', 'event', 'run'])
})

test('starts unread messages below a separator, which ends the run of messages', () => {
  const messages = [
    buildMessage(1, 'IN', 0),
    buildMessage(2, 'OUT', 0),
    buildMessage(3, 'IN', 1),
    buildMessage(4, 'IN', 1),
  ]
  const [day] = layOutThread(messages, [], dayOf, firstUnread(messages, 1) ?? null)
  expect(day?.entries.map((entry) => entry.kind)).toEqual(['run', 'run', 'run', 'unread', 'run'])
  expect(firstUnread(messages, 0)).toBeNull()
  expect(firstUnread(messages, 3)).toBe(messages[0]?.id)
  expect(firstUnread(messages, 4)).toBeUndefined()
})

test('places a late message under the day of its arrival', () => {
  const late = buildMessage(2, 'IN', 0, { event_time: '2026-11-19T09:00:00.000Z', sort_at: at(1) })
  const days = layOutThread([buildMessage(1, 'IN', 0), late, buildMessage(3, 'IN', 2)], [], dayOf)
  expect(days.map((day) => day.key)).toEqual(['2026-11-21'])
})

test('counts the messages that arrived last as unread, and starts at the first of them in display order', () => {
  const earlierMessage = buildMessage(3, 'IN', 1)
  const messages = [buildMessage(1, 'IN', 0), earlierMessage, buildMessage(2, 'IN', 2)]
  expect(firstUnread(messages, 1)).toBe(earlierMessage.id)
  expect(firstUnread(messages, 2)).toBe(earlierMessage.id)
})

test('the layout of a conversation contains every message and event once, in order, under its day', () => {
  const times = fc
    .array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 30 })
    .map((all) => all.sort((a, b) => a - b))
  fc.assert(
    fc.property(
      times,
      fc.uniqueArray(fc.integer({ min: 0, max: 6_000 }), { maxLength: 2 }),
      (minutes, eventMinutes) => {
        const messages = minutes.map((minute, index) =>
          buildMessage(index + 1, index % 3 === 0 ? 'OUT' : 'IN', minute),
        )
        const events = eventMinutes.map((minute) => ({ key: `e${minute}`, text: 'x', at: at(minute) }))
        const days = layOutThread(messages, events, dayOf)
        const entries = days.flatMap((day) => day.entries)
        expect(
          entries.flatMap((entry) =>
            entry.kind === 'run' ? entry.messages.map((each) => each.message) : [],
          ),
        ).toEqual(messages)
        expect(entries.filter((entry) => entry.kind === 'event')).toHaveLength(events.length)
        expect(new Set(days.map((day) => day.key)).size).toBe(days.length)
      },
    ),
  )
})

test('places each timeline event after its preceding message, regardless of the event’s time, and repeats no day', () => {
  const threadEvent = (key: string, afterSeq: number, minute: number) => ({
    key,
    text: key,
    at: at(minute),
    afterSeq,
  })
  // Message 3 is displayed first, because of its `sort_at`.
  const messages = [
    buildMessage(3, 'IN', 0),
    buildMessage(1, 'IN', 5),
    buildMessage(2, 'OUT', 10),
    buildMessage(4, 'IN', 24 * 60 + 5),
  ]
  const threadEvents = [
    threadEvent('first', 0, -3),
    threadEvent('b', 2, 12),
    threadEvent('ahead', 3, 26 * 60),
    threadEvent('behind', 4, 3),
  ]
  const days = layOutThread(messages, threadEvents, dayOf)
  expect(days.map(({ key }) => key)).toEqual(['2026-11-21', '2026-11-22'])
  const shown = days.flatMap(({ entries }) =>
    entries.flatMap((entry): (string | number)[] =>
      entry.kind === 'run'
        ? entry.messages.map(({ message }) => message.seq)
        : entry.kind === 'event'
          ? [entry.key]
          : [],
    ),
  )
  expect(shown).toEqual(['first', 3, 1, 2, 'b', 'ahead', 4, 'behind'])
})
