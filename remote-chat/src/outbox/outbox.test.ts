import fc from 'fast-check'
import { NOTHING_VISIBLE } from 'shared/testing/naughty-texts.ts'
import { describe, expect, test } from 'vitest'
import {
  abandon,
  arrived,
  begin,
  fail,
  isBusy,
  nextOf,
  nextStep,
  type Outbox,
  type OutboxMessage,
  press,
  resume,
  retry,
  uploaded,
  withdraw,
} from './outbox.ts'

const message = (id: string, ticketId = 't', text = `ข้อความ ${id}`) => ({
  id,
  ticketId,
  text,
  at: '2026-11-21T09:00:00.000Z',
  accepts: false,
})
const states = (outbox: Outbox) => outbox.map(({ id, state }) => `${id} ${state}`)
const pressed = (...ids: string[]) => ids.reduce<Outbox>((outbox, id) => press(outbox, message(id)), [])

test.each(['', ' ', '\n\t', '　', NOTHING_VISIBLE])('%j is nothing to send', (text) => {
  expect(press([], message('a', 't', text))).toEqual([])
})

test('one of a ticket is on its way at a time, the next one after it; another ticket does not wait', () => {
  const outbox = press(pressed('a', 'b'), message('c', 'other'))
  const going = begin(begin(outbox, 't'), 'other')
  expect(states(going)).toEqual(['a sending', 'b waiting', 'c sending'])
  expect(begin(going, 't')).toBe(going)
  expect(nextOf(arrived(going, 'a'), 't')?.id).toBe('b')
})

describe('a failure that another try may mend', () => {
  const failed = fail(begin(pressed('a', 'b'), 't'), 'a', 'internal', true)

  test('holds up what was sent off behind it', () => {
    expect(nextOf(failed, 't')).toBeNull()
  })
  test('goes first when it is tried again, under its id', () => {
    const again = begin(retry(failed, 'a'), 't')
    expect(states(again)).toEqual(['a sending', 'b waiting'])
  })
  test.each([
    ['given up', withdraw(failed, 'a')],
    ['found to have arrived', arrived(failed, 'a')],
    ['left behind by another message', press(failed, message('c'))],
  ])('lets the others go when it is %s', (_, outbox) => expect(nextOf(outbox, 't')?.id).toBe('b'))
})

describe('pictures that were chosen together', () => {
  const picture = (id: string) => ({
    ...message(id, 't', ''),
    batch: 'x',
    picture: { name: id, width: 1, height: 1 },
  })
  const chosen = ['a', 'b', 'c'].map(picture).reduce<Outbox>(press, pressed('before'))
  const ready = arrived(chosen, 'before')
  const step = (outbox: Outbox) => {
    const { step, messages } = nextStep(outbox, 't')
    return [step, ...messages.map(({ id }) => id)].join(' ')
  }
  const upload = (outbox: Outbox, id: string) => resume(uploaded(begin(outbox, 't'), id, `/${id}`), id)

  test('wait for what was sent off before them', () => {
    expect(step(chosen)).toBe('send before')
  })
  test('are uploaded one after the other and then sent together', () => {
    expect(step(ready)).toBe('upload a')
    expect(step(begin(ready, 't'))).toBe('send')
    const two = upload(upload(ready, 'a'), 'b')
    expect(step(two)).toBe('upload c')
    expect(step(begin(two, 't'))).toBe('send')
    const all = upload(two, 'c')
    expect(step(all)).toBe('send a b c')
    expect(states(begin(all, 't'))).toEqual(['a sending', 'b sending', 'c sending'])
  })
  test('go without one that cannot be uploaded or was withdrawn, which goes alone when it is tried again', () => {
    const failed = fail(begin(upload(ready, 'a'), 't'), 'b', 'image_broken', false)
    const rest = upload(failed, 'c')
    expect(step(rest)).toBe('send a c')
    expect(step(withdraw(rest, 'a'))).toBe('send c')
    const left = ['a', 'c'].reduce(arrived, begin(rest, 't'))
    expect(step(left)).toBe('send')
    expect(step(retry(left, 'b'))).toBe('send b')
  })
})

test('a failure that no other try mends holds nobody up', () => {
  expect(nextOf(fail(begin(pressed('a', 'b'), 't'), 'a', 'invalid_request', false), 't')?.id).toBe('b')
})

test('what is on its way cannot be given up', () => {
  const going = begin(pressed('a'), 't')
  expect(withdraw(going, 'a')).toBe(going)
})

test('one that goes by itself keeps its place when the person writes on; an old one does not', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString()
  const failed = fail(begin(press([], { ...message('a'), at: at(9) }), 't'), 'a', 'network', true)
  expect(nextOf(press(failed, { ...message('b'), at: at(10) }), 't')).toBeNull()
  expect(nextOf(press(failed, { ...message('b'), at: at(12) }), 't')?.id).toBe('b')
})

test('what a closed tab had on its way goes again in its place, or waits for a person and holds nobody up', () => {
  const left = begin(pressed('a', 'b'), 't')
  expect(nextOf(resume(left, 'a'), 't')?.id).toBe('a')
  expect(abandon(left, 'a')).toMatchObject([
    { state: 'failed', failure: 'interrupted', holds: false },
    { state: 'waiting' },
  ])
})

type Act =
  | { kind: 'press'; id: string; ticketId: string }
  | { kind: 'begin'; ticketId: string }
  | { kind: 'fail'; id: string; holds: boolean }
  | { kind: 'arrived' | 'retry' | 'withdraw' | 'abandon' | 'resume'; id: string }

const id = fc.integer({ min: 0, max: 9 }).map(String)
const ticketId = fc.constantFrom('t', 'u')
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('press' as const), id, ticketId }),
  fc.record({ kind: fc.constant('begin' as const), ticketId }),
  fc.record({ kind: fc.constant('begin' as const), ticketId }),
  fc.record({ kind: fc.constant('fail' as const), id, holds: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('arrived', 'retry', 'withdraw', 'abandon', 'resume'), id }),
)

function run(outbox: Outbox, each: Act): Outbox {
  switch (each.kind) {
    case 'press':
      return press(outbox, message(each.id, each.ticketId))
    case 'begin':
      return begin(outbox, each.ticketId)
    case 'fail':
      return fail(outbox, each.id, 'network', each.holds)
    case 'abandon':
      return abandon(outbox, each.id)
    case 'resume':
      return resume(outbox, each.id)
    case 'arrived':
      return arrived(outbox, each.id)
    case 'retry':
      return retry(outbox, each.id)
    case 'withdraw':
      return withdraw(outbox, each.id)
  }
}

test('whatever happens: one at a time, in order, none lost, none twice, none stuck without a failed one before it', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let outbox: Outbox = []
      const told = new Map<string, OutboxMessage>()
      for (const each of acts) {
        const before = outbox
        outbox = run(outbox, each)
        const ids = outbox.map((one) => one.id)
        expect(new Set(ids).size).toBe(ids.length)
        // The order of pressing stands; what is pressed comes last.
        const stayed = before.filter((one) => ids.includes(one.id)).map((one) => one.id)
        expect(ids.slice(0, stayed.length)).toEqual(stayed)
        // Only what has arrived or was given up goes, and never what is on its way by a press of a person.
        for (const one of before)
          if (!ids.includes(one.id)) {
            expect(each).toMatchObject({ id: one.id })
            expect(each.kind === 'arrived' || (each.kind === 'withdraw' && one.state !== 'sending')).toBe(
              true,
            )
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
            // Nothing that was sent off earlier and may still go is overtaken.
            const earlier = outbox.slice(0, begun ? outbox.indexOf(begun) : 0)
            expect(earlier.some((one) => one.ticketId === begun?.ticketId && one.state !== 'failed')).toBe(
              false,
            )
          }
        }
        // A message is the same from first to last.
        for (const one of outbox) {
          const { text, at, ticketId: ticket } = told.get(one.id) ?? one
          expect([one.text, one.at, one.ticketId]).toEqual([text, at, ticket])
          told.set(one.id, one)
        }
        for (const gone of told.keys()) if (!ids.includes(gone)) told.delete(gone)
      }
    }),
  )
})
