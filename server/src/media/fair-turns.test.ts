import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

const PEOPLE = ['a', 'b', 'c', 'd']

interface Waiting {
  person: string
  turn: number
  /** How often each other has been served since it came. */
  since: Map<string, number>
}

/** Pictures come from people, or the next one is served (null); answers each that was served, with who was before it. */
function serve(events: (string | null)[]): Waiting[] {
  const turns = new FairTurns()
  const waiting: Waiting[] = []
  const served: Waiting[] = []
  const serveNext = () => {
    const next = waiting.reduce((first, each) => (each.turn < first.turn ? each : first))
    waiting.splice(waiting.indexOf(next), 1)
    turns.begin(next.turn)
    served.push(next)
    for (const { since } of waiting) since.set(next.person, (since.get(next.person) ?? 0) + 1)
  }
  for (const person of events) {
    if (person !== null) waiting.push({ person, turn: turns.next(person), since: new Map() })
    else if (waiting.length > 0) serveNext()
  }
  while (waiting.length > 0) serveNext()
  return served
}

test('whatever others send, each is served once before a new person, and not often before one who had a turn', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom(...PEOPLE)), { maxLength: 200 }), (before) => {
      const events = [...before, 'new', ...Array(10).fill('a'), null, ...Array(10).fill('b')]
      const served = serve(events)
      expect(served).toHaveLength(events.filter((each) => each !== null).length)
      const one = served.find(({ person }) => person === 'new')
      for (const [, times] of one?.since ?? []) expect(times).toBe(1)
      // Of one person's that wait, each may let every other go before it once more.
      for (const { person, since } of served) {
        const own = since.get(person) ?? 0
        for (const [other, times] of since) if (other !== person) expect(times).toBeLessThanOrEqual(own + 2)
      }
    }),
  )
})
