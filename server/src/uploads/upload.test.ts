import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'
import { ERRORS } from 'shared/contract/errors.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { lineAddress, type OwnImage, ownImageJson } from '../media/public-media.ts'
import { blackPixels, noise, photo, png, pngChunk } from '../media/testing/test-images.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { BOUNDARY, MULTIPART_TYPE, multipart, type Part } from './testing/multipart.ts'

const desk = useTestDesk()
let headers: Record<string, string>
let staffId: string
let image: Buffer
beforeAll(async () => {
  ;({ headers, staffId } = await desk.signInAs())
  image = await photo(900, 600)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '13/1 45/1 0/1' } })
    .toBuffer()
})

function post(payload: Buffer | string, extra: Record<string, string> = {}) {
  return desk.app.inject({
    method: 'POST',
    url: '/api/staff/upload',
    headers: { ...headers, 'content-type': MULTIPART_TYPE, ...extra },
    payload,
  })
}

const upload = (body: Buffer, part: Partial<Part> = {}) => post(multipart({ ...part, body }))
const pathOf = (url: string) => new URL(url).pathname

/** Returns everything that a refused upload might leave behind. */
async function stored() {
  const [counts] = await desk.query<{ media: number; blobs: number }>(
    'select (select count(*)::int from media) as media, (select count(*)::int from blobs) as blobs',
  )
  const { dataDir, media } = desk.context.config
  const files = (dir: string): string[] => {
    try {
      return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    } catch {
      return []
    }
  }
  return { ...counts, savedFiles: files(media.dir).sort(), atWork: files(join(dataDir, 'image-work')) }
}

async function refused(
  response: Awaited<ReturnType<typeof post>>,
  status: number,
  code: keyof typeof ERRORS,
) {
  expect([response.statusCode, response.json().code]).toEqual([status, code])
  expect(response.json().message).toBe(ERRORS[code].text)
}

describe('uploading an image', () => {
  test('an upload returns the link and properties of the converted image', async () => {
    const response = await upload(image, { fileName: 'ไม่ใช่รูป.exe', type: 'text/plain' })
    expect(response.statusCode).toBe(200)
    const received = response.json()
    expect(received).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:8080\/p\/[0-9a-f]{64}\.jpg$/),
      preview_url: expect.stringMatching(/^http:\/\/localhost:8080\/p\/[0-9a-f]{64}\.jpg$/),
      width: 900,
      height: 600,
      bytes: expect.any(Number),
      content_type: 'image/jpeg',
      notes: [],
    })
    const served = await desk.app.inject(pathOf(received.url))
    expect(served.rawPayload.length).toBe(received.bytes)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      width: 900,
      height: 600,
      format: 'jpeg',
    })
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined()
    const preview = await desk.app.inject(pathOf(received.preview_url))
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 720, height: 480 })
    const [row] = await desk.query<object>(
      'select m.purpose, m.state, m.file_name, m.uploaded_by_id, b.scope, b.width from media m join blobs b on b.key = m.original_blob',
    )
    expect(row).toEqual({
      purpose: 'staff',
      state: 'ready',
      file_name: 'ไม่ใช่รูป.exe',
      uploaded_by_id: staffId,
      scope: 'public',
      width: 900,
    })
    expect((await stored()).atWork.filter((name) => !/^[^/]*$/.test(name))).toEqual([])
  })

  test.each([
    ['a NUL', 40, 'a\0b.jpg', 'a\uFFFDb.jpg'],
    ['a surrogate pair at the length limit', 50, `${'a'.repeat(254)}😀.jpg`, `${'a'.repeat(254)}\uFFFD`],
  ])('an uploaded image may have a name with %s', async (_what, height, fileName, storedName) => {
    const written = await upload(await photo(91, height).jpeg().toBuffer(), { fileName })
    expect(written.statusCode).toBe(200)
    const encoded = multipart({ fileName: null, body: await photo(92, height).jpeg().toBuffer() })
    const coded = encoded
      .toString('latin1')
      .replace(
        'name="file"',
        `name="file"; filename*=UTF-8''${encodeURIComponent(fileName)}\r\ncontent-type: image/jpeg`,
      )
    const response = await post(Buffer.from(coded, 'latin1'))
    expect(response.statusCode).toBe(200)
    const rows = await desk.query<{ file_name: string }>(
      'select file_name from media order by created_at desc limit 2',
    )
    expect(rows.map(({ file_name }) => file_name)).toEqual([storedName, storedName])
  })

  test('uploads with the same content get the same name, and different content gets another name', async () => {
    const { url } = (await upload(image)).json()
    const before = await stored()
    expect((await upload(image)).json().url).toBe(url)
    expect(await stored()).toEqual(before)
    const other = (await upload(await photo(90, 61).jpeg().toBuffer())).json()
    expect(other.url).not.toBe(url)
    const bytes = readFileSync(
      join(desk.context.config.media.dir, before.savedFiles.find((name) => name.endsWith('.jpg')) ?? ''),
    )
    expect(url).not.toContain((await import('node:crypto')).createHash('sha256').update(bytes).digest('hex'))
  })

  test('an upload of an animated image reports that only the first frame is stored', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const response = await upload(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    expect(response.json()).toMatchObject({ notes: ['animated_first_frame'], content_type: 'image/png' })
    expect(response.json().preview_url).toBe(response.json().url)
  })

  test('an upload of 8 MB is accepted, and one byte more is rejected', async () => {
    const filler = (length: number) => pngChunk('teSt', noise(length))
    const around = png({ width: 4, height: 4 }, [filler(0), blackPixels(4, 4)]).length
    const largest = png({ width: 4, height: 4 }, [filler(UPLOAD_MAX_BYTES - around), blackPixels(4, 4)])
    expect(largest.length).toBe(UPLOAD_MAX_BYTES)
    expect((await upload(largest)).statusCode).toBe(200)
    const before = await stored()
    await refused(await upload(Buffer.concat([largest, Buffer.alloc(1)])), 413, 'upload_too_large')
    await refused(await upload(Buffer.alloc(9 * 1024 * 1024)), 413, 'upload_too_large')
    expect(await stored()).toEqual(before)
  })
})

describe('refused uploads', () => {
  const refusals: [string, number, keyof typeof ERRORS, () => Promise<Buffer | string> | Buffer | string][] =
    [
      ['an empty file', 422, 'upload_empty', () => multipart({ body: '' })],
      ['a body without parts', 400, 'upload_without_file', () => `--${BOUNDARY}--\r\n`],
      ['an empty body', 400, 'upload_without_file', () => ''],
      [
        'a field with another name',
        400,
        'upload_without_file',
        () => multipart({ name: 'image', body: image }),
      ],
      ['a field without a file', 400, 'upload_without_file', () => multipart({ fileName: null, body: 'x' })],
      ['two files', 400, 'upload_several_files', () => multipart({ body: image }, { body: image })],
      [
        'a file and another file in an unknown field',
        400,
        'upload_without_file',
        () => multipart({ body: image }, { name: 'b', body: image }),
      ],
      ['five files', 400, 'upload_several_files', () => multipart(...Array(5).fill({ body: image }))],
      ['a body that is not multipart', 400, 'invalid_request', () => 'สวัสดี'.repeat(1_000)],
      ['a truncated body', 400, 'invalid_request', () => multipart({ body: image }).subarray(0, 5_000)],
      ['a text', 415, 'image_type_unsupported', () => multipart({ body: 'สวัสดี' })],
      [
        'an SVG',
        415,
        'image_type_unsupported',
        () => multipart({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      ],
      ['a truncated image', 422, 'image_broken', () => multipart({ body: image.subarray(0, -500) })],
      [
        'an image with too many pixels',
        413,
        'image_too_many_pixels',
        () => multipart({ body: png({ width: 60_000, height: 60_000 }, [blackPixels(9, 9)]) }),
      ],
    ]
  test.each(refusals)('an upload of %s is refused with %i %s', async (_name, status, code, body) => {
    const before = await stored()
    await refused(await post(await body()), status, code)
    expect(await stored()).toEqual(before)
  })

  test('uploads with other body types are rejected', async () => {
    await refused(await post('{}', { 'content-type': 'application/json' }), 415, 'unsupported_media_type')
    await refused(await post(image, { 'content-type': 'image/jpeg' }), 415, 'unsupported_media_type')
    await refused(await post(image, { 'content-type': 'multipart/form-data' }), 400, 'invalid_request')
  })

  test('an upload with a too large content-length is rejected without reading the body', async () => {
    const response = await post('', { 'content-length': String(100 * 1024 * 1024) })
    await refused(response, 413, 'upload_too_large')
  })
})

describe('permission to upload images', () => {
  test('an upload without a session returns 401 without reading the body', async () => {
    const before = await stored()
    for (const authorization of ['', 'Bearer wrong'])
      await refused(await post(multipart({ body: image }), { authorization }), 401, 'unauthorized')
    expect(await stored()).toEqual(before)
  })

  test('every approved staff member may upload, regardless of channels', async () => {
    const staffMember = await desk.signInAs({ channelKeys: [] })
    expect((await post(multipart({ body: image }), staffMember.headers)).statusCode).toBe(200)
  })

  test('only managers may upload promotion images, and nothing of an agent is stored', async () => {
    const before = await stored()
    const body = await photo(64, 64).png().toBuffer()
    const uploadAs = async (role: 'ADMIN' | 'BUSINESS') =>
      desk.app.inject({
        method: 'POST',
        url: '/api/staff/upload?purpose=promotion',
        headers: {
          ...(await desk.signInAs({ role })).headers,
          'content-type': MULTIPART_TYPE,
        },
        payload: multipart({ body }),
      })
    expect((await uploadAs('ADMIN')).json()).toMatchObject({ code: 'forbidden' })
    expect(await stored()).toEqual(before)
    expect((await uploadAs('BUSINESS')).statusCode).toBe(200)
    const unknown = await desk.app.inject({
      method: 'POST',
      url: '/api/staff/upload?purpose=other',
      headers,
      payload: '',
    })
    expect(unknown.json()).toMatchObject({ code: 'invalid_request' })
  })

  test('uploads per minute are limited', async () => {
    const staffMember = await desk.signInAs()
    const most = desk.context.config.callsPerMinute / 25
    const codes: string[] = []
    for (let count = 0; count <= most; count += 1)
      codes.push((await post(multipart({ body: '' }), staffMember.headers)).json().code)
    expect(codes).toEqual([...Array(most).fill('upload_empty'), 'rate_limited'])
  })
})

describe('serving a public file', () => {
  const get = (url: string, extra: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    desk.app.inject({ method, url: pathOf(url), headers: extra })

  test('a public file is cacheable for a year, with its real type, without scripts and cookies', async () => {
    const { url, bytes } = (await upload(image)).json()
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await get(url, {}, method)
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none';sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      })
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.rawPayload.length).toBe(method === 'GET' ? bytes : 0)
    }
  })

  test('a public file returns 304 when If-None-Match is "*" or contains its ETag, also as a weak ETag (RFC 9110 13.1.2)', async () => {
    const { url } = (await upload(image)).json()
    const etag = String((await get(url)).headers.etag)
    const statusFor = async (tags: string) => (await get(url, { 'if-none-match': tags })).statusCode
    for (const has of [etag, `W/${etag}`, '*', `"a", ${etag}`, `"a,b",W/${etag} , W/"c"`])
      expect([has, await statusFor(has)]).toEqual([has, 304])
    for (const other of ['"a"', etag.slice(1, -1), `w/${etag}`, `"${etag}"`, `x${etag}`, ''])
      expect([other, await statusFor(other)]).toEqual([other, 200])
    const again = await get(url, { 'if-none-match': `W/${etag}`, range: 'bytes=0-9' })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag])
    const nothing = await desk.app.inject({
      url: `/p/${'0'.repeat(64)}.jpg`,
      headers: { 'if-none-match': '*' },
    })
    expect(nothing.statusCode).toBe(404)
  })

  test('a public file supports range requests', async () => {
    const { url, bytes } = (await upload(image)).json()
    const whole = (await get(url)).rawPayload
    const part = async (range: string, more = {}) => {
      const response = await get(url, { range, ...more })
      return [response.statusCode, response.headers['content-range'], response.rawPayload]
    }
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${bytes}`, whole.subarray(0, 10)])
    expect(await part('bytes=100-')).toEqual([206, `bytes 100-${bytes - 1}/${bytes}`, whole.subarray(100)])
    expect(await part('bytes=-5')).toEqual([
      206,
      `bytes ${bytes - 5}-${bytes - 1}/${bytes}`,
      whole.subarray(-5),
    ])
    expect((await part(`bytes=${bytes}-`)).slice(0, 2)).toEqual([416, `bytes */${bytes}`])
    for (const odd of ['bytes=9-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
      expect(await part(odd)).toEqual([200, undefined, whole])
    expect(await part('bytes=0-9', { 'if-range': '"other"' })).toEqual([200, undefined, whole])
  })

  test.each([
    `/p/${'0'.repeat(64)}.jpg`,
    `/p/${'0'.repeat(64)}.gif`,
    '/p/..%2f..%2fpostgres-passwords.json',
    '/p/',
    '/p',
  ])('the public path %s returns an uncached 404', async (path) => {
    const response = await desk.app.inject(path)
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    expect(response.headers['cache-control']).toBe('no-store, no-transform')
    for (const name of ['content-disposition', 'etag']) expect(response.headers).not.toHaveProperty(name)
    expect(response.headers['cross-origin-resource-policy']).not.toBe('cross-origin')
  })
})

describe('sending images that were uploaded to the desk to LINE', () => {
  const atCdn = { publicUrl: 'http://localhost:8080', publicMediaUrl: 'https://cdn.example.com/desk' }
  async function ownImage(link: string): Promise<OwnImage | null | undefined> {
    const found = await desk.context.db.execute<{ own: OwnImage | null }>(
      sql`select ${ownImageJson(sql`${link}::text`)} as own`,
    )
    return found.rows[0]?.own
  }

  test('LINE gets images of the desk with PUBLIC_MEDIA_URL, whatever URL the message has', async () => {
    const { url, preview_url } = (await upload(image)).json()
    for (const base of [
      'http://localhost:8080',
      'https://localhost:8080',
      'https://cdn.example.com/desk',
      'http://10.0.0.1',
      '',
    ]) {
      const own = await ownImage(base + pathOf(url))
      expect([own?.key, own?.preview].map((key) => key && lineAddress(atCdn, key))).toEqual([
        `https://cdn.example.com/desk${pathOf(url)}`,
        `https://cdn.example.com/desk${pathOf(preview_url)}`,
      ])
    }
  })

  test.each(['https://example.com/a.jpg', `https://localhost:8080/p/${'0'.repeat(64)}.jpg`, 'ไม่ใช่ลิงก์', ''])(
    'the link %s is not an image of the desk',
    async (link) => {
      expect(await ownImage(link)).toBeNull()
    },
  )
})
