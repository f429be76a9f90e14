import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const REQUESTERS = ['a', 'b', 'c', 'd']
const LONGEST_MS = 15_000

interface Image {
  requester: string
  ms: number
}

/** Adds an image or (null) serves the next one. Returns each served image and the staff members who waited then. */
async function serve(events: (Image | null)[]): Promise<{ served: Image; waiting: Set<string> }[]> {
  let ms = 0
  const fairQueue = new FairQueue(() => ms)
  const waiting: Image[] = []
  const all: { served: Image; waiting: Set<string> }[] = []
  for (const image of [...events, ...Array<null>(events.length).fill(null)]) {
    if (image !== null) {
      waiting.push(image)
      fairQueue.add(image.requester, async () => {
        ms += image.ms
        waiting.splice(waiting.indexOf(image), 1)
        all.push({ served: image, waiting: new Set(waiting.map(({ requester }) => requester)) })
      })
    } else if (waiting.length > 0) await fairQueue.serve()
  }
  return all
}

const images = fc.record({ requester: fc.constantFrom(...REQUESTERS), ms: fc.nat(LONGEST_MS) })

test('the fair queue serves every other staff member at most once before a new staff member', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(images), { maxLength: 200 }), async (before) => {
      const events = [...before, { requester: 'new', ms: 1 }, ...Array(10).fill({ requester: 'a', ms: 1 })]
      const served = await serve(events)
      expect(served).toHaveLength(events.filter((each) => each !== null).length)
      const until = served.findIndex((each) => each.served.requester === 'new')
      const came = before.filter((each) => each === null).length
      for (const requester of REQUESTERS) {
        const times = served.slice(came, until).filter((each) => each.served.requester === requester).length
        expect(times).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('the decoding times of two waiting staff members differ at most by the time for one image', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(images, { maxLength: 100 }), async (all) => {
      const served = await serve(all)
      for (const [one, other] of [
        ['a', 'b'],
        ['c', 'd'],
      ] as const) {
        const had = { [one]: 0, [other]: 0 }
        for (const { served: image, waiting } of served) {
          const { requester, ms } = image
          // The queue charges each image 1 ms in addition to its decoding time.
          if (requester === one || requester === other) had[requester] = (had[requester] ?? 0) + ms + 1
          if (waiting.has(one) && waiting.has(other))
            expect(Math.abs((had[one] ?? 0) - (had[other] ?? 0))).toBeLessThanOrEqual(LONGEST_MS + 1)
        }
      }
    }),
  )
})
