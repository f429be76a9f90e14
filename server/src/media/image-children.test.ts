import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ImageChildren, type ImageChildrenOptions, type ImageTurn } from './image-children.ts'
import { ImagePipeline } from './image-pipeline.ts'
import { noise, photo } from './testing/pictures.ts'

const dir = mkdtempSync(join(tmpdir(), 'desk-images-'))
const warn = vi.fn()
const log = { warn } as never
const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  warn.mockClear()
  return () => rmSync(dir, { recursive: true, force: true })
})

/** Does what the job's input says instead of decoding. */
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

function children(options: ImageChildrenOptions = {}): ImageChildren {
  const made = new ImageChildren(log, { program, atOnce: 1, ...options })
  open.push(made)
  return made
}

const files = { original: join(dir, 'original'), preview: join(dir, 'preview') }
const run = (from: ImageChildren, input: string, turn?: ImageTurn) =>
  from.convert({ input, ...files }, turn) as unknown as Promise<{ by: number; secret: unknown }>
const codeOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'converted',
    (error) => error.code ?? String(error),
  )

describe('a picture that ends its process is refused, and the next one is served by another', () => {
  test.each([
    ['exit', 'image_broken'],
    ['segv', 'image_broken'],
  ])('%s', async (input, code) => {
    const pool = children()
    const first = await run(pool, '')
    expect(await codeOf(run(pool, input))).toBe(code)
    expect((await run(pool, '')).by).not.toBe(first.by)
    expect(warn).toHaveBeenCalledOnce()
  })

  test('time: the process is killed, even where it no longer listens', async () => {
    const pool = children({ withinMs: 300, atMostMs: 60_000 })
    expect(await codeOf(run(pool, 'loop'))).toBe('image_too_costly')
    const { by } = await run(pool, '')
    expect(pool.pids).toEqual([by])
  })

  test.runIf(process.platform === 'linux')(
    'where the machine gives it no time it is not the picture',
    async () => {
      const pool = children({ withinMs: 60_000, atMostMs: 300 })
      expect(await codeOf(run(pool, 'wait'))).toBe('busy')
    },
  )

  test.runIf(process.platform === 'linux')('memory: the system gives it no more', async () => {
    const pool = children({ withinMs: 60_000 })
    expect(await codeOf(run(pool, 'memory'))).toMatch(/^image_(broken|too_costly)$/)
    expect(await codeOf(run(pool, ''))).toBe('converted')
  })
})

test('a picture that is refused leaves its process for the next', async () => {
  const pool = children()
  const first = await run(pool, '')
  for (let count = 0; count < 3; count += 1) expect(await codeOf(run(pool, 'broken'))).toBe('image_broken')
  expect((await run(pool, '')).by).toBe(first.by)
  expect(warn).not.toHaveBeenCalled()
})

test('one process serves one picture after the other, until it is large', async () => {
  const pool = children()
  const first = await run(pool, '')
  expect((await run(pool, 'large')).by).toBe(first.by)
  expect((await run(pool, '')).by).not.toBe(first.by)
})

test('as many at once as there are places; beyond those that may wait: busy', async () => {
  const pool = children({ atOnce: 2, maxWaiting: 2, atMostMs: 500 })
  const outcomes = Array.from({ length: 5 }, () => codeOf(run(pool, 'wait')))
  await expect.poll(() => pool.pids.length).toBe(2)
  expect(await Promise.race(outcomes)).toBe('busy')
  expect(pool.pids).toHaveLength(2)
  expect(await Promise.all(outcomes)).toEqual(Array(5).fill('busy'))
})

/** The order in which they are done: each is a person's, or a customer's (`-`). */
async function orderOf(pool: ImageChildren, people: string): Promise<string> {
  let done = ''
  const wanted = [...people].map((person) =>
    run(pool, '', person === '-' ? {} : { person }).then(() => {
      done += person
    }),
  )
  await Promise.all(wanted)
  return done
}

describe('of those that wait', () => {
  // The first one begins at once.
  test.each([
    ['people take turns', 'aaaabbc', 'abcabaa'],
    ['who comes last does not wait behind all of others', 'aaaabbbbc', 'abcababab'],
    ['what customers have sent has the time of one person', 'aaaa--b', 'a-ba-aa'],
    ['of one person the first comes first', 'aaa', 'aaa'],
  ])('%s', async (_what, come, done) => {
    expect(await orderOf(children({ now: () => 0 }), come)).toBe(done)
  })

  test('who has had much, and then none, is not put behind for good', async () => {
    const pool = children({ now: () => 0 })
    expect(await orderOf(pool, 'aaaa')).toBe('aaaa')
    expect(await orderOf(pool, 'aabb')).toBe('abab')
    expect(await orderOf(pool, 'bbaa')).toBe('baba')
  })

  test.each([
    ['taken', ''],
    ['that end their process', 'exit'],
  ])(
    'behind a picture that took long come those of others that take as long: of pictures %s',
    async (_how, long) => {
      let ms = 0
      const pool = children({ now: () => ms })
      let done = ''
      const one = (person: string, input: string, takesMs: number) =>
        codeOf(
          run(pool, input, {
            person,
            around: (work) =>
              work().finally(() => {
                ms += takesMs
                done += person
              }),
          }),
        )
      await Promise.all([
        ...Array.from({ length: 3 }, () => one('a', long, 1_000)),
        ...Array.from({ length: 5 }, () => one('b', '', 400)),
      ])
      expect(done).toBe('abbbabba')
    },
  )

  test('what goes around one sees how it went before the next begins, and may keep it back', async () => {
    const pool = children()
    let broken = 0
    const around: ImageTurn['around'] = async (work) => {
      if (broken > 0) throw new Error('not now')
      return work().finally(async () => {
        await new Promise(setImmediate)
        broken += 1
      })
    }
    const outcomes = [1, 2, 3].map(() => codeOf(run(pool, 'exit', { person: 'a', around })))
    expect(await Promise.all(outcomes)).toEqual(['image_broken', 'Error: not now', 'Error: not now'])
    expect(pool.pids).toEqual([])
    expect(await codeOf(run(pool, ''))).toBe('converted')
  })
})

test('the files are where the job says, whatever its process answers', async () => {
  const job = { input: '', ...files }
  expect(await children().convert(job)).toMatchObject({
    original: { path: files.original, sha256: '1' },
    preview: { path: files.preview, sha256: '2' },
  })
  const { original, preview } = await children().convert({ ...job, input: 'small' })
  expect(preview).toEqual(original)
  expect(original.path).toBe(files.original)
})

test('nothing of the environment goes along', async () => {
  process.env.SECRET = 'secret'
  expect((await run(children(), '')).secret).toBeNull()
})

test('closing ends every process and answers those that wait', async () => {
  const pool = children()
  const outcomes = [codeOf(run(pool, 'wait')), codeOf(run(pool, 'wait'))]
  await expect.poll(() => pool.pids.length).toBe(1)
  pool.close()
  expect((await Promise.all(outcomes)).includes('converted')).toBe(false)
  await expect.poll(() => pool.pids).toEqual([])
})

describe('the pipeline as it is', () => {
  const work = join(dir, 'work')
  const pipeline = (options: ImageChildrenOptions = {}) => {
    const made = new ImagePipeline(work, log, options)
    open.push(made)
    return made
  }

  test('a picture is converted in another process, and its folder goes with it', async () => {
    const pictures = pipeline()
    {
      await using at = await pictures.open()
      writeFileSync(at.inputPath, await photo(900, 600).webp().toBuffer())
      const { original, preview } = await at.convert()
      expect(original).toMatchObject({ width: 900, height: 600, contentType: 'image/jpeg' })
      expect(preview).toMatchObject({ width: 720, height: 480, contentType: 'image/jpeg' })
      expect(pictures.pids).toHaveLength(1)
    }
    expect(readdirSync(work)).toEqual([])
  })

  test('a transparent picture of 36 megapixels needs no more memory than a process has', {
    timeout: 60_000,
  }, async () => {
    const clear = { width: 6_000, height: 6_000, channels: 4 as const, background: '#ff000080' }
    await using at = await pipeline({ withinMs: 50_000, atMostMs: 50_000 }).open()
    await sharp({ create: clear }).png({ compressionLevel: 1 }).toFile(at.inputPath)
    const { original } = await at.convert()
    expect(original).toMatchObject({ width: 3536, height: 3536, contentType: 'image/png' })
  })

  test('a picture of a person does not wait for all that customers have sent', async () => {
    const pictures = pipeline()
    const done: string[] = []
    const bytes = await photo(90, 60).jpeg().toBuffer()
    const make = async (person?: string) => {
      await using at = await pictures.open()
      writeFileSync(at.inputPath, bytes)
      await at.convert(person === undefined ? {} : { person })
      done.push(person ?? 'nobody')
    }
    await Promise.all([make(), make(), make(), make('person')])
    expect(done.indexOf('person')).toBeLessThan(2)
  })

  test('what is no picture costs no process', async () => {
    const pictures = pipeline()
    await using at = await pictures.open()
    writeFileSync(at.inputPath, noise(5_000))
    expect(await codeOf(at.convert())).toBe('image_type_unsupported')
    expect(pictures.pids).toEqual([])
  })

  test('what a server that was killed has left is removed', async () => {
    const left = await pipeline().open()
    await using at = await pipeline().open()
    expect(readdirSync(work)).toHaveLength(1)
    expect(at.inputPath).not.toBe(left.inputPath)
  })
})
