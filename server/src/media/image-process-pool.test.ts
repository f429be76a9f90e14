import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ImagePipeline } from './image-pipeline.ts'
import {
  ImageProcessPool,
  type ImageProcessPoolOptions,
  type ImageQueueOptions,
} from './image-process-pool.ts'
import { noise, photo } from './testing/test-images.ts'

const dir = mkdtempSync(join(tmpdir(), 'desk-images-'))
const warn = vi.fn()
const log = { warn } as never
const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  warn.mockClear()
  return () => rmSync(dir, { recursive: true, force: true })
})

/** Replacement for the decoder. The text of the input file selects its behaviour. */
const program = join(dir, 'child.mjs')
beforeAll(() => {
  writeFileSync(
    program,
    `
    const kept = []
    process.on('disconnect', () => process.exit())
    process.on('message', ({ input }) => {
      if (input === 'loop') for (;;);
      if (input === 'exit') process.exit(3)
      if (input === 'segv') process.kill(process.pid, 'SIGSEGV')
      if (input === 'memory') for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1))
      if (input === 'wait') return
      if (input === 'broken') return process.send({ refused: 'image_broken', detail: 'cut off', grownBytes: 1e6 })
      const grownBytes = input === 'large' ? 1e9 : 1e6
      const original = { path: '/etc/passwd', sha256: '1' }
      const preview = input === 'small' ? null : { path: '../preview', sha256: '2' }
      process.send({ converted: { by: process.pid, secret: process.env.SECRET ?? null, original, preview }, grownBytes })
    })
    process.send('ready')
  `,
  )
})

function children(options: ImageProcessPoolOptions = {}): ImageProcessPool {
  const made = new ImageProcessPool(log, { program, concurrency: 1, ...options })
  open.push(made)
  return made
}

const files = { original: join(dir, 'original'), preview: join(dir, 'preview') }
const run = (from: ImageProcessPool, input: string, options?: ImageQueueOptions) =>
  from.convert({ input, ...files }, options) as unknown as Promise<{ by: number; secret: unknown }>
const codeOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'converted',
    (error) => error.code ?? String(error),
  )

describe('an image that ends its decoding process', () => {
  test.each([
    ['exit', 'image_broken'],
    ['segv', 'image_broken'],
  ])('an image whose decoding process ends with %s is refused', async (input, code) => {
    const pool = children()
    const first = await run(pool, '')
    expect(await codeOf(run(pool, input))).toBe(code)
    expect((await run(pool, '')).by).not.toBe(first.by)
    expect(warn).toHaveBeenCalledOnce()
  })

  test('an image process is killed after its time limit, even when it no longer reacts', async () => {
    const pool = children({ withinMs: 300, atMostMs: 60_000 })
    expect(await codeOf(run(pool, 'loop'))).toBe('image_too_costly')
    const { by } = await run(pool, '')
    expect(pool.pids).toEqual([by])
  })

  test.runIf(process.platform === 'linux')(
    'a conversion returns busy when the machine gives its process too little CPU time',
    async () => {
      const pool = children({ withinMs: 60_000, atMostMs: 300 })
      expect(await codeOf(run(pool, 'wait'))).toBe('busy')
    },
  )

  test.runIf(process.platform === 'linux')('an image that exceeds the memory limit is refused', async () => {
    const pool = children({ withinMs: 60_000 })
    expect(await codeOf(run(pool, 'memory'))).toMatch(/^image_(broken|too_costly)$/)
    expect(await codeOf(run(pool, ''))).toBe('converted')
  })
})

test('the image process is reused after a refused image', async () => {
  const pool = children()
  const first = await run(pool, '')
  for (let count = 0; count < 3; count += 1) expect(await codeOf(run(pool, 'broken'))).toBe('image_broken')
  expect((await run(pool, '')).by).toBe(first.by)
  expect(warn).not.toHaveBeenCalled()
})

test('an image process is reused until its memory has grown', async () => {
  const pool = children()
  const first = await run(pool, '')
  expect((await run(pool, 'large')).by).toBe(first.by)
  expect((await run(pool, '')).by).not.toBe(first.by)
})

test('as many images as the concurrency limit allows are decoded, and a full queue returns busy', async () => {
  const pool = children({ concurrency: 2, maxWaiting: 2, atMostMs: 500 })
  const outcomes = Array.from({ length: 5 }, () => codeOf(run(pool, 'wait')))
  await expect.poll(() => pool.pids.length).toBe(2)
  expect(await Promise.race(outcomes)).toBe('busy')
  expect(pool.pids).toHaveLength(2)
  expect(await Promise.all(outcomes)).toEqual(Array(5).fill('busy'))
})

/** Returns the order in which images were decoded: a letter for each staff member, `-` for customers. */
async function orderOf(pool: ImageProcessPool, requesters: string): Promise<string> {
  let done = ''
  const wanted = [...requesters].map((requester) =>
    run(pool, '', requester === '-' ? {} : { requester }).then(() => {
      done += requester
    }),
  )
  await Promise.all(wanted)
  return done
}

describe('order of waiting images', () => {
  // The first image never waits, so it always comes first.
  test.each([
    ['staff members take turns', 'aaaabbc', 'abcabaa'],
    ['the last staff member does not wait for all images of the others', 'aaaabbbbc', 'abcababab'],
    ['customers together count as one staff member', 'aaaa--b', 'a-ba-aa'],
    ['images of one staff member keep their order', 'aaa', 'aaa'],
  ])('waiting images are decoded in a fair order: %s', async (_what, come, done) => {
    expect(await orderOf(children({ now: () => 0 }), come)).toBe(done)
  })

  test('idle time gives a staff member no disadvantage in the image queue', async () => {
    const pool = children({ now: () => 0 })
    expect(await orderOf(pool, 'aaaa')).toBe('aaaa')
    expect(await orderOf(pool, 'aabb')).toBe('abab')
    expect(await orderOf(pool, 'bbaa')).toBe('baba')
  })

  test.each([
    ['that are accepted', ''],
    ['that end their process', 'exit'],
  ])('after slow images %s, other staff members may first use the same decoding time', async (_how, long) => {
    let ms = 0
    const pool = children({ now: () => ms })
    let done = ''
    const one = (requester: string, input: string, durationMs: number) =>
      codeOf(
        run(pool, input, {
          requester,
          around: (work) =>
            work().finally(() => {
              ms += durationMs
              done += requester
            }),
        }),
      )
    await Promise.all([
      ...Array.from({ length: 3 }, () => one('a', long, 1_000)),
      ...Array.from({ length: 5 }, () => one('b', '', 400)),
    ])
    expect(done).toBe('abbbabba')
  })

  test('the `around` callback runs before the next image begins and can refuse the image', async () => {
    const pool = children()
    let broken = 0
    const around: ImageQueueOptions['around'] = async (work) => {
      if (broken > 0) throw new Error('not now')
      return work().finally(async () => {
        await new Promise(setImmediate)
        broken += 1
      })
    }
    const outcomes = [1, 2, 3].map(() => codeOf(run(pool, 'exit', { requester: 'a', around })))
    expect(await Promise.all(outcomes)).toEqual(['image_broken', 'Error: not now', 'Error: not now'])
    expect(pool.pids).toEqual([])
    expect(await codeOf(run(pool, ''))).toBe('converted')
  })
})

test('a converted image has the paths of its job, whatever paths the process reports', async () => {
  const job = { input: '', ...files }
  expect(await children().convert(job)).toMatchObject({
    original: { path: files.original, sha256: '1' },
    preview: { path: files.preview, sha256: '2' },
  })
  const { original, preview } = await children().convert({ ...job, input: 'small' })
  expect(preview).toEqual(original)
  expect(original.path).toBe(files.original)
})

test('an image process receives no environment variables', async () => {
  process.env.SECRET = 'secret'
  expect((await run(children(), '')).secret).toBeNull()
})

test('closing the image pool ends every process and rejects waiting images', async () => {
  const pool = children()
  const outcomes = [codeOf(run(pool, 'wait')), codeOf(run(pool, 'wait'))]
  await expect.poll(() => pool.pids.length).toBe(1)
  pool.close()
  expect((await Promise.all(outcomes)).includes('converted')).toBe(false)
  await expect.poll(() => pool.pids).toEqual([])
})

describe('image pipeline from input file to converted files', () => {
  const work = join(dir, 'work')
  const pipeline = (options: ImageProcessPoolOptions = {}) => {
    const made = new ImagePipeline(work, log, options)
    open.push(made)
    return made
  }

  test('the image pipeline converts an image in another process and removes its folder', async () => {
    const images = pipeline()
    {
      await using at = await images.open()
      writeFileSync(at.inputPath, await photo(900, 600).webp().toBuffer())
      const { original, preview } = await at.convert()
      expect(original).toMatchObject({ width: 900, height: 600, contentType: 'image/jpeg' })
      expect(preview).toMatchObject({ width: 720, height: 480, contentType: 'image/jpeg' })
      expect(images.pids).toHaveLength(1)
    }
    expect(readdirSync(work)).toEqual([])
  })

  test('the image pipeline converts a transparent image of 36 megapixels within the memory limit', {
    timeout: 60_000,
  }, async () => {
    const clear = { width: 6_000, height: 6_000, channels: 4 as const, background: '#ff000080' }
    await using at = await pipeline({ withinMs: 50_000, atMostMs: 50_000 }).open()
    await sharp({ create: clear }).png({ compressionLevel: 1 }).toFile(at.inputPath)
    const { original } = await at.convert()
    expect(original).toMatchObject({ width: 3536, height: 3536, contentType: 'image/png' })
  })

  test('the image of a staff member does not wait behind all images of customers', async () => {
    const images = pipeline()
    const done: string[] = []
    const bytes = await photo(90, 60).jpeg().toBuffer()
    const make = async (requester?: string) => {
      await using at = await images.open()
      writeFileSync(at.inputPath, bytes)
      await at.convert(requester === undefined ? {} : { requester })
      done.push(requester ?? 'nobody')
    }
    await Promise.all([make(), make(), make(), make('person')])
    expect(done.indexOf('person')).toBeLessThan(2)
  })

  test('no image process is started for a file that is not an image', async () => {
    const images = pipeline()
    await using at = await images.open()
    writeFileSync(at.inputPath, noise(5_000))
    expect(await codeOf(at.convert())).toBe('image_type_unsupported')
    expect(images.pids).toEqual([])
  })

  test('the image pipeline removes leftovers of a server that was killed', async () => {
    const left = await pipeline().open()
    await using at = await pipeline().open()
    expect(readdirSync(work)).toHaveLength(1)
    expect(at.inputPath).not.toBe(left.inputPath)
  })
})
