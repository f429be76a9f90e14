import fc from 'fast-check'
import { INVISIBLE_TEXT } from 'shared/testing/naughty-texts.ts'
import { describe, expect, test } from 'vitest'
import {
  addToOutbox,
  applyEvent,
  isBusy,
  nextOf,
  nextStep,
  type Outbox,
  type OutboxEvent,
  type OutboxMessage,
  TRANSITIONS,
  uploaded,
} from './outbox.ts'

const message = (id: string, ticketId = 't', text = `ข้อความ ${id}`) => ({
  id,
  ticketId,
  text,
  at: '2026-11-21T09:00:00.000Z',
  accepts: false,
})
const states = (outbox: Outbox) => outbox.map(({ id, state }) => `${id} ${state}`)
const pressed = (...ids: string[]) => ids.reduce<Outbox>((outbox, id) => addToOutbox(outbox, message(id)), [])

const begin = (outbox: Outbox, ticketId: string) =>
  applyEvent(
    outbox,
    'begin',
    nextStep(outbox, ticketId).messages.map(({ id }) => id),
  )
const fail = (outbox: Outbox, id: string, failure: string, holds: boolean) =>
  applyEvent(outbox, 'fail', [id], { failure, holds })
const after = (event: OutboxEvent) => (outbox: Outbox, id: string) => applyEvent(outbox, event, [id])
const [remove, retry, withdraw, resume] = [
  after('remove'),
  after('retry'),
  after('withdraw'),
  after('resume'),
]

test.each(['', ' ', '\n\t', '　', INVISIBLE_TEXT])('does not add the text %j to the outbox', (text) => {
  expect(addToOutbox([], message('a', 't', text))).toEqual([])
})

test('sends one message per ticket at a time, in order, independently of other tickets', () => {
  const outbox = addToOutbox(pressed('a', 'b'), message('c', 'other'))
  const going = begin(begin(outbox, 't'), 'other')
  expect(states(going)).toEqual(['a sending', 'b waiting', 'c sending'])
  expect(begin(going, 't')).toBe(going)
  expect(nextOf(remove(going, 'a'), 't')?.id).toBe('b')
})

describe('message with a temporary failure', () => {
  const failed = fail(begin(pressed('a', 'b'), 't'), 'a', 'internal', true)

  test('a message with a temporary failure blocks later messages of the ticket', () => {
    expect(nextOf(failed, 't')).toBeNull()
  })
  test('a message with a temporary failure is retried first, with the same id', () => {
    const again = begin(retry(failed, 'a'), 't')
    expect(states(again)).toEqual(['a sending', 'b waiting'])
  })
  test.each([
    ['withdrawn', withdraw(failed, 'a')],
    ['found on the server', remove(failed, 'a')],
    ['followed by a new message', addToOutbox(failed, message('c'))],
  ])('unblocks later messages when %s', (_, outbox) => expect(nextOf(outbox, 't')?.id).toBe('b'))
})

describe('images chosen together', () => {
  const image = (id: string) => ({
    ...message(id, 't', ''),
    batch: 'x',
    image: { name: id, width: 1, height: 1 },
  })
  const chosen = ['a', 'b', 'c'].map(image).reduce<Outbox>(addToOutbox, pressed('before'))
  const ready = remove(chosen, 'before')
  const step = (outbox: Outbox) => {
    const { step, messages } = nextStep(outbox, 't')
    return [step, ...messages.map(({ id }) => id)].join(' ')
  }
  const upload = (outbox: Outbox, id: string) => resume(uploaded(begin(outbox, 't'), id, `/${id}`), id)

  test('images chosen together wait for earlier messages', () => {
    expect(step(chosen)).toBe('send before')
  })
  test('images chosen together are uploaded one by one and then sent together', () => {
    expect(step(ready)).toBe('upload a')
    expect(step(begin(ready, 't'))).toBe('send')
    const two = upload(upload(ready, 'a'), 'b')
    expect(step(two)).toBe('upload c')
    expect(step(begin(two, 't'))).toBe('send')
    const all = upload(two, 'c')
    expect(step(all)).toBe('send a b c')
    expect(states(begin(all, 't'))).toEqual(['a sending', 'b sending', 'c sending'])
  })
  test('images chosen together are sent without a failed or withdrawn image, and a failed image is retried alone', () => {
    const failed = fail(begin(upload(ready, 'a'), 't'), 'b', 'image_broken', false)
    const rest = upload(failed, 'c')
    expect(step(rest)).toBe('send a c')
    expect(step(withdraw(rest, 'a'))).toBe('send c')
    const left = ['a', 'c'].reduce(remove, begin(rest, 't'))
    expect(step(left)).toBe('send')
    expect(step(retry(left, 'b'))).toBe('send b')
  })
})

test('a message with a permanent failure does not block later messages', () => {
  expect(nextOf(fail(begin(pressed('a', 'b'), 't'), 'a', 'invalid_request', false), 't')?.id).toBe('b')
})

test('a message being sent cannot be withdrawn', () => {
  const going = begin(pressed('a'), 't')
  expect(withdraw(going, 'a')).toBe(going)
})

test('a failed message blocks later messages only while it is retried automatically', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString()
  const failed = fail(begin(addToOutbox([], { ...message('a'), at: at(9) }), 't'), 'a', 'network', true)
  expect(nextOf(addToOutbox(failed, { ...message('b'), at: at(10) }), 't')).toBeNull()
  expect(nextOf(addToOutbox(failed, { ...message('b'), at: at(12) }), 't')?.id).toBe('b')
})

test('a message from a closed tab is resent in its position, or waits for the user without blocking others', () => {
  const left = begin(pressed('a', 'b'), 't')
  expect(nextOf(resume(left, 'a'), 't')?.id).toBe('a')
  expect(applyEvent(left, 'stop', ['a'], { failure: 'interrupted' })).toMatchObject([
    { state: 'failed', failure: 'interrupted', holds: false },
    { state: 'waiting' },
  ])
})

describe('transition table of the outbox', () => {
  const EVENTS = ['begin', 'resume', 'fail', 'stop', 'retry', 'withdraw', 'remove'] as const
  const STATES = ['waiting', 'sending', 'failed'] as const
  /** Expected transitions. Rows are states, columns are `EVENTS` in their order. A dash means no effect. */
  const EXPECTED = {
    waiting: 'sending -       -      failed -       gone gone',
    sending: '-       waiting failed failed -       -    gone',
    failed: ' -       -       -      -      waiting gone gone',
  }
  const inState = (state: OutboxMessage['state'], id: string): OutboxMessage => ({
    ...message(id),
    retryOf: null,
    imageUrl: null,
    state,
    failure: state === 'failed' ? 'internal' : null,
    holds: state === 'failed',
  })

  test('the outbox has exactly the expected transitions', () => {
    const found = Object.entries(TRANSITIONS).map(([state, row]) => [
      state,
      EVENTS.map((event) => row[event] ?? '-'),
    ])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(STATES.map((state) => [state, EXPECTED[state].trim().split(/ +/)])),
    )
  })

  test.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'a message in state %s keeps its position and id after %s, unless it leaves the outbox',
    (state, event) => {
      const before = [inState('waiting', 'first'), inState(state, 'a'), inState('waiting', 'last')]
      const next = TRANSITIONS[state][event]
      const details = next === 'failed' ? { failure: 'internal', holds: true } : {}
      const outbox = applyEvent(before, event, ['a'], details)
      if (next === undefined) expect(outbox).toBe(before)
      else if (next === 'gone') expect(outbox.map(({ id }) => id)).toEqual(['first', 'last'])
      else expect(outbox).toEqual(before.with(1, inState(next, 'a')))
    },
  )

  test.each(EVENTS)('the outbox event %s has no effect on an unknown message', (event) => {
    const before = pressed('a')
    expect(applyEvent(before, event, ['b'])).toBe(before)
  })

  test.each(['retry', 'withdraw'] as const)('the event %s unblocks the ticket’s other messages', (event) => {
    const before = [inState('failed', 'a'), inState('failed', 'b'), inState('waiting', 'c')]
    const outbox = applyEvent(before, event, ['a'])
    expect(outbox.find(({ id }) => id === 'b')).toMatchObject({
      state: 'failed',
      failure: 'internal',
      holds: false,
    })
  })
})

type Act =
  | { kind: 'press'; id: string; ticketId: string }
  | { kind: 'begin'; ticketId: string }
  | { kind: 'fail'; id: string; holds: boolean }
  | { kind: 'remove' | 'retry' | 'withdraw' | 'stop' | 'resume'; id: string }

const id = fc.integer({ min: 0, max: 9 }).map(String)
const ticketId = fc.constantFrom('t', 'u')
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('press' as const), id, ticketId }),
  fc.record({ kind: fc.constant('begin' as const), ticketId }),
  fc.record({ kind: fc.constant('begin' as const), ticketId }),
  fc.record({ kind: fc.constant('fail' as const), id, holds: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('remove', 'retry', 'withdraw', 'stop', 'resume'), id }),
)

function run(outbox: Outbox, each: Act): Outbox {
  switch (each.kind) {
    case 'press':
      return addToOutbox(outbox, message(each.id, each.ticketId))
    case 'begin':
      return begin(outbox, each.ticketId)
    case 'fail':
      return fail(outbox, each.id, 'network', each.holds)
    default:
      return applyEvent(outbox, each.kind, [each.id], each.kind === 'stop' ? { failure: 'interrupted' } : {})
  }
}

test('the outbox sends one message at a time, in order, without loss or duplicates, and waits only for an earlier failure', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let outbox: Outbox = []
      const notified = new Map<string, OutboxMessage>()
      for (const each of acts) {
        const before = outbox
        outbox = run(outbox, each)
        const ids = outbox.map((one) => one.id)
        expect(new Set(ids).size).toBe(ids.length)
        // Messages that were already in the outbox keep their order; a new message is last.
        const stayed = before.filter((one) => ids.includes(one.id)).map((one) => one.id)
        expect(ids.slice(0, stayed.length)).toEqual(stayed)
        // Only removed or withdrawn messages leave the outbox, and the user cannot withdraw one that is being sent.
        for (const one of before)
          if (!ids.includes(one.id)) {
            expect(each).toMatchObject({ id: one.id })
            expect(each.kind === 'remove' || (each.kind === 'withdraw' && one.state !== 'sending')).toBe(true)
          }
        for (const ticket of ['t', 'u']) {
          const own = outbox.filter((one) => one.ticketId === ticket)
          expect(own.filter((one) => one.state === 'sending').length).toBeLessThanOrEqual(1)
          const waiting = own.findIndex((one) => one.state === 'waiting')
          const held = own.slice(0, Math.max(0, waiting)).some((one) => one.state === 'failed' && one.holds)
          const going = own.some((one) => one.state === 'sending')
          expect(isBusy(outbox, ticket)).toBe(going || (waiting >= 0 && !held))
          if (waiting >= 0 && !held && !going) expect(nextOf(outbox, ticket)?.id).toBe(own[waiting]?.id)
          if (each.kind === 'begin') {
            const begun = outbox.find((one) => one.state === 'sending' && !before.includes(one))
            // A message never overtakes an earlier message that can still be sent.
            const earlier = outbox.slice(0, begun ? outbox.indexOf(begun) : 0)
            expect(earlier.some((one) => one.ticketId === begun?.ticketId && one.state !== 'failed')).toBe(
              false,
            )
          }
        }
        // A message never changes its text, time or ticket.
        for (const one of outbox) {
          const { text, at, ticketId: ticket } = notified.get(one.id) ?? one
          expect([one.text, one.at, one.ticketId]).toEqual([text, at, ticket])
          notified.set(one.id, one)
        }
        for (const gone of notified.keys()) if (!ids.includes(gone)) notified.delete(gone)
      }
    }),
  )
})
