import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUT_OF_MEMORY } from '../media/image-limits.ts'
import { blackPixels, png } from '../media/testing/test-images.ts'
import { suspendStaff } from '../staff/staff.store.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { MULTIPART_TYPE, multipart } from './testing/multipart.ts'

const dir = mkdtempSync(join(tmpdir(), 'desk-shares-'))
const program = join(dir, 'child.mjs')
const open = join(dir, 'open')
/** Test file with the widths of images in the order in which their decoding began. */
const begun = join(dir, 'begun')
/** Image widths that make the fake decoder exceed its time or memory, or wait until the file `open` exists. */
const SLOW = 6
const COSTLY = 7
const HELD = 9

const POLL = { timeout: 40_000 }

let desk: TestDesk
beforeAll(async () => {
  writeFileSync(
    program,
    `
    import { appendFileSync, existsSync, readFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { convertImage } from ${JSON.stringify(import.meta.resolve('../media/convert-image.ts'))}
    process.on('disconnect', () => process.exit())
    process.on('message', async (job) => {
      const width = readFileSync(job.input).readUInt32BE(16)
      appendFileSync(${JSON.stringify(begun)}, width + ' ')
      if (width === ${SLOW}) for (;;);
      if (width === ${COSTLY}) process.exit(${OUT_OF_MEMORY})
      while (width === ${HELD} && !existsSync(${JSON.stringify(open)})) await setTimeout(20)
      process.send({ converted: await convertImage(job), grownBytes: 0 })
    })
    process.send('ready')
  `,
  )
  desk = await createTestDesk({ images: { program } })
})
afterAll(async () => {
  await desk.close()
  rmSync(dir, { recursive: true, force: true })
})

type Headers = Record<string, string>
const image = (width: number, height = 3) => png({ width, height }, [blackPixels(width, height)])
const upload = (headers: Headers, width: number, { app } = desk) =>
  app.inject({
    method: 'POST',
    url: '/api/staff/upload',
    headers: { ...headers, 'content-type': MULTIPART_TYPE },
    payload: multipart({ body: image(width) }),
  })
const codeOf = async (response: ReturnType<typeof upload>) => {
  const { statusCode, body } = await response
  return statusCode === 200 ? 'taken' : JSON.parse(body).code
}

describe('a staff member whose images take all the time of a process', () => {
  let hasty: TestDesk
  beforeAll(async () => {
    hasty = await createTestDesk({ images: { program, withinMs: 200, atMostMs: 60_000 } })
  })
  afterAll(() => hasty.close())

  test('three images that take all the time of a process pause uploads of their staff member only', async () => {
    const { headers } = await hasty.signInAs()
    for (let count = 0; count < 3; count += 1)
      expect(await codeOf(upload(headers, SLOW, hasty))).toBe('image_too_costly')
    for (const width of [SLOW, 12]) {
      const response = await upload(headers, width, hasty)
      expect([response.statusCode, response.json()]).toEqual([
        429,
        {
          code: 'upload_paused',
          message: 'รูปก่อนหน้านี้ใช้เวลาประมวลผลนานเกินไป กรุณารอสักครู่แล้วลองใหม่อีกครั้ง',
          retry_after_secs: expect.any(Number),
        },
      ])
      expect(response.headers['retry-after']).toBe(String(response.json().retry_after_secs))
      expect(response.json().retry_after_secs).toBeLessThanOrEqual(60)
    }
    const other = await hasty.signInAs()
    expect(await codeOf(upload(other.headers, SLOW, hasty))).toBe('image_too_costly')
  })

  test('uploads of a staff member are also paused when all slow images arrive concurrently', async () => {
    const { headers } = await hasty.signInAs()
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(upload(headers, SLOW, hasty))))
    expect(codes.sort()).toEqual([...Array(3).fill('image_too_costly'), ...Array(5).fill('upload_paused')])
  })
})

// Uploads are not paused, because large legitimate images may need too much memory as well. Decoding takes turns
// between staff members (`FairQueue`), so they do not block others.
test('images that only take too much memory do not pause uploads', async () => {
  const { headers } = await desk.signInAs()
  for (let count = 0; count < 4; count += 1)
    expect(await codeOf(upload(headers, COSTLY))).toBe('image_too_costly')
  expect(await codeOf(upload(headers, 12))).toBe('taken')
})

test('uploaded images are decoded in turn, one of each staff member', async () => {
  const [many, one] = [await desk.signInAs(), await desk.signInAs()]
  const { images } = desk.context
  writeFileSync(begun, '')
  rmSync(open, { force: true })
  const uploads = [codeOf(upload(many.headers, HELD))]
  await expect.poll(() => readFileSync(begun, 'utf8'), POLL).toBe(`${HELD} `)
  for (let count = 0; count < 5; count += 1) uploads.push(codeOf(upload(many.headers, 12)))
  await expect.poll(() => images.waiting, POLL).toBe(5)
  uploads.push(codeOf(upload(one.headers, 13)))
  await expect.poll(() => images.waiting, POLL).toBe(6)
  writeFileSync(open, '')
  expect(new Set(await Promise.all(uploads))).toEqual(new Set(['taken']))
  expect(readFileSync(begun, 'utf8').trim()).toBe(`${HELD} 13 12 12 12 12 12`)
}, 60_000)

test('an upload of a staff member who is suspended meanwhile is not published', async () => {
  const own = await createTestDesk()
  try {
    const { token, lineUserId } = await own.signInAs()
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = own.app.server.address() as AddressInfo
    const body = multipart({ body: image(30, 30) })
    const socket = createConnection(port, '127.0.0.1')
    let response = ''
    socket.on('data', (part) => {
      response += part
    })
    const ended = once(socket, 'close')
    const head = [
      'POST /api/staff/upload HTTP/1.1',
      'Host: desk',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${MULTIPART_TYPE}`,
      `Content-Length: ${body.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const half = body.indexOf('IDAT')
    socket.write(body.subarray(0, half))
    const atWork = join(own.context.config.dataDir, 'image-work')
    const received = () => {
      try {
        return readdirSync(atWork, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('input'),
        )
      } catch {
        return []
      }
    }
    // Waits until the session was checked and the server has begun to receive the file.
    await expect.poll(received, POLL).toHaveLength(1)
    await suspendStaff(own.context.db, lineUserId, async () => {})
    socket.write(body.subarray(half))
    await ended
    expect(response).toMatch(/^HTTP\/1.1 401/)
    const { rows } = await own.context.db.$client.query('select from media')
    expect(rows).toEqual([])
    expect(await own.context.blobs.list('public/')).toEqual([])
  } finally {
    await own.close()
  }
}, 60_000)
