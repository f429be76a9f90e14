import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { LIST_FULL } from '../links/promo-link.ts'
import { type Failure, MAX_CONCURRENT, UploadQueue } from './upload-queue.ts'

const FAILED: Failure = {
  reason: 'อัปโหลดไม่สำเร็จ',
  hint: null,
  canRetry: true,
  isOffline: false,
  pauseMs: null,
}
const image = (name: string, size = 10, type = 'image/png') =>
  Object.defineProperty(new File([], name, { type }), 'size', { value: size })

interface Begun {
  name: string
  end: PromiseWithResolvers<void>
  signal: AbortSignal
  hasEnded: boolean
}

/** Creates a queue whose uploads end when the test settles them. */
function queueOf({ free = 100, failure = FAILED }: { free?: number; failure?: Failure } = {}) {
  const begun: Begun[] = []
  let most = 0
  const going = new Set<string>()
  const queue = new UploadQueue({
    bring: async ({ file: { name } }, signal) => {
      going.add(name)
      most = Math.max(most, going.size)
      const end = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => {
        going.delete(name)
        end.reject(signal.reason)
      })
      const one = { name, end, signal, hasEnded: false }
      begun.push(one)
      await end.promise.finally(() => {
        one.hasEnded = true
        going.delete(name)
      })
    },
    explain: () => failure,
    freeCapacity: () => free,
  })
  const names = () => begun.map(({ name }) => name)
  const states = () => queue.uploads().map(({ name, progress }) => `${name} ${progress.state}`)
  return { queue, begun, names, states, most: () => most }
}

test('uploads three files at a time in the order of selection', async () => {
  const { queue, begun, names, states } = queueOf()
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => image(name)))
  expect(names()).toEqual(['a', 'b', 'c'])
  begun[1]?.end.resolve()
  await vi.waitFor(() => expect(names()).toEqual(['a', 'b', 'c', 'd']))
  expect(states()).toEqual(['a going', 'c going', 'd going', 'e waiting'])
})

test('names and skips files that are too large or not images, and uploads the others', () => {
  const { queue, names } = queueOf()
  const max = 8 * 1024 * 1024
  queue.add([image('พอดี.png', max), image('ใหญ่.png', max + 1), image('ก.txt', 5, 'text/plain')])
  expect(names()).toEqual(['พอดี.png'])
  expect(
    queue.uploads().flatMap(({ progress }) => (progress.state === 'refused' ? progress.reason : [])),
  ).toEqual(['ไฟล์ ใหญ่.png มีขนาดเกิน 8MB', 'ไฟล์ ก.txt ไม่ใช่รูปภาพ กรุณาใช้ .jpg, .png หรือ .webp'])
})

test.each(['svg+xml', 'heic', 'bmp', 'tiff'])(
  'refuses an image type that the server never accepts (%s) without sending it',
  (kind) => {
    const { queue, names } = queueOf()
    queue.add([...['a', 'b', 'c'].map((name) => image(name)), image('ภาพ', 5, `image/${kind}`)])
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(queue.uploads()[3]?.progress).toEqual({
      state: 'refused',
      reason: 'ไฟล์ ภาพ เป็นรูปชนิดที่ใช้ไม่ได้ กรุณาใช้ .jpg, .png หรือ .webp',
    })
  },
)

test('removes files that finished under the mouse when more files are added', async () => {
  const { queue, begun, states } = queueOf()
  queue.setFrozen(true)
  queue.add([image('a'), image('b')])
  begun[0]?.end.resolve()
  await vi.waitFor(() => expect(states()).toEqual(['a done', 'b going']))
  queue.add([image('c')])
  expect(states()).toEqual(['b going', 'c going'])
})

test('continues with the next file after a failure, and retries the failed file without a new selection', async () => {
  const { queue, begun, names, states } = queueOf()
  queue.add(['a', 'b', 'c', 'd'].map((name) => image(name)))
  begun[0]?.end.reject(new Error('no'))
  await vi.waitFor(() => expect(names()).toEqual(['a', 'b', 'c', 'd']))
  expect(states()).toContain('a failed')
  for (const each of begun) each.end.resolve()
  await vi.waitFor(() => expect(states()).toEqual(['a failed']))
  queue.retryAll()
  expect(names().at(-1)).toBe('a')
  begun.at(-1)?.end.resolve()
  await vi.waitFor(() => expect(states()).toEqual([]))
})

test('moves failed files below the other files, and back on retry', async () => {
  const { queue, begun, states } = queueOf()
  const aside = () => queue.uploads().flatMap(({ name, isAside }) => (isAside ? name : []))
  queue.add([image('x.txt', 5, 'text/plain'), ...['a', 'b', 'c', 'd', 'e'].map((name) => image(name))])
  expect(states()).toEqual(['a going', 'b going', 'c going', 'd waiting', 'e waiting', 'x.txt refused'])
  begun[0]?.end.reject(new Error('no'))
  await vi.waitFor(() => expect(states().slice(-2)).toEqual(['x.txt refused', 'a failed']))
  expect([states()[0], aside()]).toEqual(['b going', ['x.txt', 'a']])
  queue.retryAll()
  expect(states()).toEqual(['b going', 'c going', 'd going', 'e waiting', 'a waiting', 'x.txt refused'])
  expect(aside()).toEqual(['x.txt'])
})

test('orders failed files by selection, not by time of failure', async () => {
  const { queue, begun, states } = queueOf()
  queue.add(['a', 'b', 'c'].map((name) => image(name)))
  for (const index of [2, 0, 1]) {
    begun[index]?.end.reject(new Error('no'))
    await vi.waitFor(() => expect(queue.uploads().at(-1)?.progress.state).toBe('failed'))
  }
  await vi.waitFor(() => expect(states()).toEqual(['a failed', 'b failed', 'c failed']))
  queue.retry(queue.uploads()[0]?.id ?? '')
  begun.at(-1)?.end.reject(new Error('no'))
  await vi.waitFor(() => expect(states()).toEqual(['a failed', 'b failed', 'c failed']))
})

test('keeps a failed file in place while the mouse or the keyboard focus is in the queue', async () => {
  const { queue, begun, states } = queueOf()
  queue.add(['a', 'b', 'c'].map((name) => image(name)))
  queue.setFrozen(true)
  queue.setFrozen(true, 'keyboard')
  begun[0]?.end.reject(new Error('no'))
  const held = ['a failed', 'b going', 'c going']
  await vi.waitFor(() => expect(states()).toEqual(held))
  queue.setFrozen(false)
  expect(states()).toEqual(held)
  queue.setFrozen(false, 'keyboard')
  expect(states()).toEqual(['b going', 'c going', 'a failed'])
})

test('resumes files after a lost connection, but not files that were rejected', async () => {
  const { queue, begun, names } = queueOf({ failure: { ...FAILED, isOffline: true } })
  queue.add([image('a'), image('ก.txt', 5, 'text/plain')])
  begun[0]?.end.reject(new Error('offline'))
  await vi.waitFor(() => expect(queue.uploads()[0]?.progress.state).toBe('failed'))
  queue.retryOffline()
  expect(names()).toEqual(['a', 'a'])
})

test('retries an upload a limited number of times when the server requests a delay', async () => {
  vi.useFakeTimers()
  try {
    const { queue, begun, states } = queueOf({ failure: { ...FAILED, pauseMs: 1_000 } })
    queue.add([image('a')])
    for (let tries = 1; tries <= 6; tries += 1) {
      expect(begun).toHaveLength(tries)
      begun.at(-1)?.end.reject(new Error('busy'))
      await vi.advanceTimersByTimeAsync(2_000)
    }
    expect(begun).toHaveLength(6)
    expect(states()).toEqual(['a failed'])
  } finally {
    vi.useRealTimers()
  }
})

test('canceling one or all files aborts the uploads, removes the files and lets waiting files start', () => {
  const { queue, begun, names, states } = queueOf()
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => image(name)))
  queue.remove(queue.uploads()[0]?.id ?? '')
  expect(begun[0]?.signal.aborted).toBe(true)
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
  queue.cancelUploads()
  expect(begun.every(({ signal }) => signal.aborted)).toBe(true)
  expect(states()).toEqual([])
})

test('the queue accepts only as many files as the list of links has room for', () => {
  const { queue, names } = queueOf({ free: 2 })
  queue.add(['a', 'b', 'c'].map((name) => image(name)))
  expect(names()).toEqual(['a', 'b'])
  expect(queue.uploads()[2]?.progress).toEqual({ state: 'refused', reason: `ไฟล์ c: ${LIST_FULL}` })
})

test('uploads every file once and never more than three at a time, whichever upload ends, fails or is canceled first', async () => {
  const step = fc.tuple(fc.constantFrom('end', 'fail', 'remove'), fc.nat())
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 40 }),
      async (count, steps) => {
        const { queue, begun, most } = queueOf()
        const done = new Set<string>()
        queue.add(Array.from({ length: count }, (_, index) => image(`${index}`)))
        for (const [what, number] of steps) {
          const going = begun.filter(({ signal, hasEnded }) => !signal.aborted && !hasEnded)
          const one = going[number % Math.max(1, going.length)]
          if (what === 'remove') {
            const there = queue.uploads()
            queue.remove(there[number % Math.max(1, there.length)]?.id ?? '')
          } else if (what === 'fail') one?.end.reject(new Error('no'))
          else one?.end.resolve()
          await new Promise((resolve) => setImmediate(resolve))
          if (what === 'end' && one) done.add(one.name)
          queue.retryAll()
        }
        expect(most()).toBeLessThanOrEqual(MAX_CONCURRENT)
        for (const name of done) expect(queue.uploads().map((each) => each.name)).not.toContain(name)
        const { length } = queue.uploads().filter(({ progress }) => progress.state === 'going')
        expect(length).toBe(Math.min(MAX_CONCURRENT, queue.uploads().length))
      },
    ),
    { numRuns: 100 },
  )
})
