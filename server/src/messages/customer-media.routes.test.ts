import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobs, media } from '../db/media-schema.ts'
import * as schema from '../db/schema.ts'
import { newBlobKey } from '../media/blob-store.ts'
import type { MediaVariant } from '../media/media-addresses.ts'
import { hashToken } from '../sessions/session-token.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const HOUR = 3_600_000
let desk: TestDesk
let now = Date.parse('2026-01-05T01:00:00Z')
/** Staff member whose session token signs the media URLs. */
let staffMember: Awaited<ReturnType<TestDesk['signInAs']>>

beforeAll(async () => {
  desk = await createTestDesk({ now: () => new Date(now) })
  staffMember = await desk.signInAs()
})
afterAll(() => desk?.close())

type TestStaff = { id: string; token: string }
const db = () => desk.context.db
const CONTENT = randomBytes(100_000)

/** Stores media of a customer as if fetched from LINE. Returns the media id. */
async function stored(contentType: string, fileName: string | null = null): Promise<string> {
  const { db, blobs: store } = desk.context
  const key = newBlobKey('private')
  await store.put(key, CONTENT, { contentType, bytes: CONTENT.length })
  await db.insert(blobs).values({
    key,
    scope: 'private',
    sha256: randomBytes(32).toString('hex'),
    contentType,
    bytes: CONTENT.length,
  })
  const id = randomUUID()
  await db.insert(media).values({
    id,
    purpose: 'customer',
    kind: 'file',
    state: 'ready',
    channelKey: 'main',
    fileName,
    originalBlob: key,
  })
  return id
}

const tokenHashOf = ({ token }: { token: string }) => hashToken(token)
function address(
  id: string,
  { variant = 'original', of = staffMember }: { variant?: MediaVariant; of?: typeof staffMember } = {},
): string {
  const { mediaAddresses } = desk.context
  return mediaAddresses.signFor(tokenHashOf(of), mediaAddresses.of(id, variant)) ?? ''
}
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  desk.app.inject({ method, url, headers })

describe('signed media URL', () => {
  test('a signed media URL returns the content without a session token', async () => {
    const response = await get(address(await stored('image/png')))
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload).toEqual(CONTENT)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '100000',
      'content-disposition': 'inline',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
    })
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
  })

  test('a signed media URL is valid for at least six hours and then returns 403', async () => {
    const url = address(await stored('image/png'))
    now += 6 * HOUR
    expect((await get(url)).statusCode).toBe(200)
    now += 6 * HOUR
    const response = await get(url)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({
      code: 'media_link_expired',
      message: expect.stringMatching(/[ก-๙]/),
    })
  })

  test.each([
    ['of another media item', (url: string) => url.replace(/[0-9a-f-]{36}/, randomUUID())],
    ['of another variant', (url: string) => url.replace('v=original', 'v=preview')],
    ['with a later expiry', (url: string) => url.replace(/e=(\d+)/, (_, e) => `e=${Number(e) + 21_600}`)],
    ['with another session', (url: string) => url.replace(/u=./, (u) => (u === 'u=A' ? 'u=B' : 'u=A'))],
    ['without a session', (url: string) => url.replace(/&u=[^&]*/, '')],
    ['with another signature', (url: string) => url.replace(/s=./, (s) => (s === 's=A' ? 's=B' : 's=A'))],
    ['without a signature', (url: string) => url.replace(/&s=.*/, '')],
    ['without parameters', (url: string) => url.replace(/\?.*/, '')],
    ['with an invalid id', (url: string) => url.replace(/[0-9a-f-]{36}/, 'x')],
    ['with two signatures', (url: string) => `${url}&s=A`],
  ])('a media URL %s returns 403', async (_, change) => {
    const response = await get(change(address(await stored('image/png'))))
    expect(response.statusCode).toBe(403)
    expect(response.headers['cache-control']).toBe('no-store, no-transform')
    expect(response.rawPayload.length).toBeLessThan(1_000)
  })
})

describe('media URL signed for a session', () => {
  const { staff, staffChannels, sessions } = schema
  const statusOf = async (url: string, tag?: unknown) =>
    (await get(url, tag === undefined ? {} : { 'if-none-match': String(tag) })).statusCode

  test.each<[string, (staffMember: TestStaff) => Promise<unknown>]>([
    ['is suspended', ({ id }) => db().update(staff).set({ status: 'SUSPENDED' }).where(eq(staff.id, id))],
    [
      'waits for approval again',
      ({ id }) => db().update(staff).set({ status: 'PENDING' }).where(eq(staff.id, id)),
    ],
    [
      'signs out',
      ({ token }) =>
        db()
          .delete(sessions)
          .where(eq(sessions.tokenHash, hashToken(token))),
    ],
    ['loses the channel', ({ id }) => db().delete(staffChannels).where(eq(staffChannels.staffId, id))],
    [
      'has an expired session',
      ({ id }) =>
        db()
          .update(sessions)
          .set({ expiresAt: new Date(now) })
          .where(eq(sessions.staffId, id)),
    ],
  ])('a media URL returns 403 even for a cached copy once the staff member %s', async (_, change) => {
    const of = await desk.signInAs({ channelKeys: ['main'] })
    const url = address(await stored('image/png'), { of })
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(200)
    expect(await statusOf(url, headers.etag)).toBe(304)
    await change({ id: of.staffId, token: of.token })
    expect([await statusOf(url), await statusOf(url, headers.etag)]).toEqual([403, 403])
    expect((await get(url, { range: 'bytes=0-1' })).statusCode).toBe(403)
    expect((await get(url, {}, 'HEAD')).statusCode).toBe(403)
  })

  test('a media URL returns 403 when its session has no right to the channel of the message', async () => {
    await desk.addChannel('other')
    const of = await desk.signInAs({ channelKeys: ['other'] })
    expect(await statusOf(address(await stored('image/png'), { of }))).toBe(403)
  })
})

describe('delivery of media content', () => {
  test.each(['text/html', 'image/svg+xml', 'application/pdf', 'application/xhtml+xml', 'text/javascript'])(
    'media content of type %s is a download, never inline',
    async (type) => {
      const { headers } = await get(address(await stored(type, 'หน้า "เว็บ"/../x.html')))
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename=".*"; filename\*=UTF-8''%E0%B8%AB/,
      )
      expect(headers['content-disposition']).not.toContain('/')
      expect(headers['content-security-policy']).toContain('sandbox')
    },
  )

  test('inline media content is a download on request', async () => {
    const url = `${address(await stored('image/jpeg', 'slip.jpg'))}&download=1`
    expect((await get(url)).headers['content-disposition']).toBe('attachment; filename=slip.jpg')
  })

  test('media content supports range requests, so that players can seek', async () => {
    const url = address(await stored('video/mp4'))
    const part = await get(url, { range: 'bytes=1000-1999' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 1000-1999/100000',
      'content-length': '1000',
    })
    expect(part.rawPayload).toEqual(CONTENT.subarray(1_000, 2_000))
    expect((await get(url, { range: 'bytes=-10' })).rawPayload).toEqual(CONTENT.subarray(-10))
    expect((await get(url, { range: 'bytes=99990-' })).rawPayload).toEqual(CONTENT.subarray(-10))
    expect((await get(url, { range: 'bytes=100000-' })).statusCode).toBe(416)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  test('media content supports HEAD, and returns 304 for a current copy', async () => {
    const url = address(await stored('image/png'))
    const head = await get(url, {}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe('100000')
    expect(head.rawPayload).toHaveLength(0)
    const { etag = '' } = head.headers
    const again = await get(url, { 'if-none-match': String(etag) })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  test('a media URL returns 410 for unsent media and 404 for pending media', async () => {
    const id = await stored('image/png')
    const change = (state: 'gone' | 'pending') =>
      desk.context.db.update(media).set({ state }).where(eq(media.id, id))
    await change('gone')
    const gone = await get(address(id))
    expect(gone.statusCode).toBe(410)
    expect(gone.json()).toMatchObject({ code: 'media_gone' })
    await change('pending')
    expect((await get(address(id))).statusCode).toBe(404)
    expect((await get(address(id, { variant: 'preview' }))).statusCode).toBe(404)
    expect((await get(address(randomUUID()))).statusCode).toBe(404)
  })

  test('a media URL returns an uncached 410 when the blob is missing', async () => {
    const id = await stored('image/png')
    const [row] = await desk.context.db.select().from(media).where(eq(media.id, id))
    await desk.context.blobs.remove(row?.originalBlob ?? '')
    const response = await get(address(id))
    expect(response.statusCode).toBe(410)
    expect(response.headers['cache-control']).toBe('no-store, no-transform')
    for (const name of ['content-disposition', 'etag', 'accept-ranges'])
      expect(response.headers).not.toHaveProperty(name)
  })
})
