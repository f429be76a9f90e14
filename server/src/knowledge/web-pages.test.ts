import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const { general, promotion } = KNOWLEDGE_SOURCES
let site: Server
let desk: TestDesk
let manager: TestStaff
let agent: TestStaff
let url: string
let page: string
/** Function that is called before the test server sends a page. */
let meanwhile: () => Promise<unknown>
beforeAll(async () => {
  site = createServer(async (_, response) => {
    await meanwhile()
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const testOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  url = `${testOrigin}/returns`
  desk = await createTestDesk({
    config: (config) => ({ ...config, knowledge: { ...config.knowledge, testOrigin } }),
  })
  manager = await desk.signInAs({ role: 'BUSINESS' })
  agent = await desk.signInAs({ channelKeys: ['main'] })
})
afterAll(async () => {
  await desk.close()
  site.closeAllConnections()
  site.close()
})
beforeEach(async () => {
  page = '<title>การคืนสินค้า</title><p>คืนได้ภายใน 7 วัน'
  meanwhile = async () => undefined
  await emptyKnowledge(desk.context)
})

async function call(
  who: TestStaff,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) {
  const response = await desk.app.inject({
    method,
    url: path,
    headers: who.headers,
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}
const add = (at = url, source: string = general, who = manager) =>
  call(who, 'POST', '/kb/pages', { source, url: at })
const entryOf = ({ truncated, ...entry }: Record<string, unknown>) => entry
const refresh = (id: string, who = manager) => call(who, 'POST', `/kb/pages/${id}/refresh`)
const logs = async () => (await call(agent, 'GET', '/kb/logs')).body.items
const pages = async () => (await call(agent, 'GET', '/kb/pages')).body.items
const find = async (query: string) => (await call(agent, 'POST', '/kb/search', { query })).body.results

describe('knowledge pages', () => {
  test('a page is imported, found with its URL, and listed', async () => {
    const { status, body } = await add(`${url}#top`)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { source: general, text: 'การคืนสินค้า\n\nคืนได้ภายใน 7 วัน', version: 1 },
    })
    expect((await find('คืนสินค้ากี่วัน'))[0]).toMatchObject({ origin: 'url', url, entry_id: body.id })
    expect((await logs())[0]).toMatchObject({ action: 'upsert', origin: 'url', inserted: 1 })
    expect(await pages()).toEqual([
      {
        id: body.id,
        source: general,
        url,
        title: 'การคืนสินค้า',
        truncated: false,
        read_at: expect.any(String),
        updated_at: body.updated_at,
      },
    ])
  })

  test('a page is imported once per URL, and once per text', async () => {
    const { body } = await add()
    expect(await add(url, promotion)).toMatchObject({
      status: 409,
      body: { code: 'conflict', known_id: body.id },
    })
    expect(await add(`${url}?copy`)).toMatchObject({ status: 409, body: { known_id: body.id } })
    const responses = await Promise.all(Array.from({ length: 5 }, () => add(`${url}?other`, promotion)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('a refresh of an unchanged page creates no log entry and stores the time of reading', async () => {
    const { body } = await add()
    const at = '2026-01-01T00:00:00.000Z'
    await desk.context.db.$client.query('update knowledge_entries set url_read_at = $1', [at])
    const again = await refresh(body.id)
    expect(again).toMatchObject({ status: 200, body: { changed: false, entry: entryOf(body) } })
    const [after] = await pages()
    expect(Date.parse(after.read_at)).toBeGreaterThan(Date.parse(at))
    expect(after.updated_at).toBe(body.updated_at)
    expect(await logs()).toHaveLength(1)
  })

  test('a refresh of a changed page creates a new version that can be undone, and keeps the URL', async () => {
    const { body } = await add()
    page = '<title>การคืนสินค้า</title><p>คืนได้ภายใน 30 วัน'
    expect((await refresh(body.id)).body).toMatchObject({ changed: true, entry: { id: body.id, version: 2 } })
    expect((await find('คืนสินค้ากี่วัน'))[0].content).toContain('30 วัน')
    const [line] = await logs()
    expect(line).toMatchObject({ action: 'refresh', origin: 'url', inserted: 1 })
    expect((await call(manager, 'POST', `/kb/logs/${line.id}/undo`)).status).toBe(200)
    expect((await find('คืนสินค้ากี่วัน'))[0]).toMatchObject({ content: body.text, url })
  })

  test('a refresh does not overwrite an edit made while the page was read', async () => {
    const { body } = await add()
    const text = 'คืนได้ภายใน 15 วัน ตามที่ตกลง'
    meanwhile = () =>
      call(manager, 'PUT', `/kb/entries/${body.id}`, {
        version: body.version,
        text,
        valid_from: body.valid_from,
        valid_until: body.valid_until,
      })
    page = '<title>การคืนสินค้า</title><p>คืนได้ภายใน 30 วัน'
    expect(await refresh(body.id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', entry: { id: body.id, text, version: 2 } },
    })
    meanwhile = async () => undefined
    expect((await refresh(body.id)).body).toMatchObject({ changed: true, entry: { version: 3 } })
  })

  test('a page is marked as truncated while its text is longer than an entry may be', async () => {
    page = `<title>ยาว</title><p>${'ก'.repeat(100_001)}`
    const { body } = await add()
    expect([body.truncated, (await pages())[0].truncated]).toEqual([true, true])
    page = '<title>ยาว</title><p>สั้นลงแล้ว'
    expect((await refresh(body.id)).body.truncated).toBe(false)
    expect((await pages())[0].truncated).toBe(false)
  })

  test('a page URL may have two thousand characters, and no more', async () => {
    const long = (letters: number) => `${url}?q=${'ก'.repeat(letters)}`
    expect((await add(long(215))).status).toBe(200)
    expect((await add(long(222))).body.reason).toBe('bad_address')
  })

  test('page imports are rejected while eight are queued', async () => {
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    let begun = 0
    meanwhile = () => {
      begun += 1
      return held
    }
    let refused = 0
    const reading = Array.from({ length: 20 }, async (_, at) => {
      const { body } = await add(`${url}?n=${at}`)
      if (body.code === 'unavailable') refused += 1
      return body
    })
    await expect.poll(() => [begun, refused]).toEqual([4, 8])
    end()
    await Promise.all(reading)
    expect([begun, refused]).toEqual([12, 8])
  })

  test('a page can be imported again after its removal', async () => {
    const { body } = await add()
    await call(manager, 'DELETE', `/kb/entries/${body.id}?version=1`)
    expect(await pages()).toEqual([])
    expect((await refresh(body.id)).status).toBe(404)
    expect((await add()).status).toBe(200)
  })

  test('undoing a removal does not restore a page that was imported again', async () => {
    const { body } = await add()
    await call(manager, 'DELETE', `/kb/entries/${body.id}?version=1`)
    const [line] = await logs()
    page = '<title>การคืนสินค้า</title><p>คืนได้ภายใน 30 วัน'
    const again = (await add()).body
    expect(await call(manager, 'POST', `/kb/logs/${line.id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'conflict', known_id: again.id },
    })
    expect(await pages()).toMatchObject([{ id: again.id }])
  })

  test('an unreadable page returns the reason and changes nothing', async () => {
    const { body } = await add()
    page = ''
    expect(await refresh(body.id)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', reason: 'no_text', detail: 'the page: no_text' },
    })
    expect((await add('http://10.0.0.1/')).body).toMatchObject({
      code: 'invalid_request',
      reason: 'private_address',
    })
    expect((await add('no address')).body.reason).toBe('bad_address')
    expect((await find('คืนสินค้ากี่วัน'))[0].content).toBe(body.text)
  })

  test('only managers may import and refresh pages', async () => {
    const { body } = await add()
    expect((await add(`${url}?a`, general, agent)).body.code).toBe('forbidden')
    expect((await refresh(body.id, agent)).body.code).toBe('forbidden')
    expect((await refresh(randomUUID())).status).toBe(404)
  })
})
