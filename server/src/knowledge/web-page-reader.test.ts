import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PageError } from './web-page-error.ts'
import { createPageReader, type PageReaderOptions } from './web-page-reader.ts'

const HTML = 'text/html; charset=utf-8'
let server: Server
let origin: string
let hits: string[]
const routes: Record<string, RequestListener> = {
  '/page': (_, response) =>
    response.writeHead(200, { 'content-type': HTML }).end('<title>วิธีถอน</title><p>รอ 5 นาที'),
  '/plain': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('ข้อความ'),
  '/zipped': (_, response) =>
    response.writeHead(200, { 'content-type': HTML, 'content-encoding': 'gzip' }).end(gzipSync('<p>บีบอัด')),
  '/bomb': (_, response) =>
    response
      .writeHead(200, { 'content-type': HTML, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a'))),
  '/large': (_, response) =>
    response.writeHead(200, { 'content-type': HTML }).end(Buffer.alloc(3 * 1024 * 1024, 'a')),
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': HTML })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'a')));
    }
    response.on('drain', more)
    more()
  },
  '/json': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  '/untyped': (_, response) => response.writeHead(200).end('a'),
  '/gone': (_, response) => response.writeHead(404, { 'content-type': HTML }).end('ไม่พบ'),
  '/script': (_, response) => response.writeHead(200, { 'content-type': HTML }).end('<script>1</script>'),
  '/silent': () => undefined,
  '/slow': (_, response) => {
    response.writeHead(200, { 'content-type': HTML }).write('<p>')
  },
  '/nested': (_, response) =>
    response
      .writeHead(200, { 'content-type': HTML, 'content-encoding': 'gzip' })
      .end(gzipSync('<b>'.repeat(600_000))),
  '/upgrade': (request) =>
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  '/early': (request) => request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
  '/broken': (request) => request.socket.destroy(),
}
const to =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end()

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    hits.push(path)
    const hops = /^\/hops\/(\d+)$/.exec(path)?.[1]
    if (path.startsWith('/to?')) to(decodeURIComponent(path.slice(4)))(request, response)
    else if (hops !== undefined) to(hops === '1' ? '/page' : `/hops/${Number(hops) - 1}`)(request, response)
    else (routes[path] ?? routes['/gone'])?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  hits = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function reasonOf(url: string, options: Partial<PageReaderOptions> = {}): Promise<string> {
  try {
    return `read: ${(await createPageReader({ testOrigin: origin, ...options })(url)).text}`
  } catch (error) {
    if (error instanceof PageError) return error.reason
    throw error
  }
}
const resolving = (addresses: string[]) => async (): Promise<LookupAddress[]> =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

test.each([
  ['/page', 'read: วิธีถอน\n\nรอ 5 นาที'],
  ['/plain', 'read: ข้อความ'],
  ['/zipped', 'read: บีบอัด'],
  ['/hops/3', 'read: วิธีถอน\n\nรอ 5 นาที'],
  ['/hops/4', 'too_many_redirects'],
  ['/bomb', 'too_large'],
  ['/large', 'too_large'],
  ['/endless', 'too_large'],
  ['/json', 'wrong_type'],
  ['/untyped', 'wrong_type'],
  ['/gone', 'bad_answer'],
  ['/script', 'no_text'],
  ['/nested', 'too_complex'],
  ['/upgrade', 'bad_answer'],
  ['/broken', 'unreachable'],
])('reading the page %s returns %s', async (path, expected) => {
  expect(await reasonOf(origin + path)).toBe(expected)
})

test.each(['/silent', '/slow', '/early'])('stops reading the page %s after the timeout', async (path) => {
  expect(await reasonOf(origin + path, { withinMs: 200 })).toBe('too_slow')
})

test('reading a page stops resolving the host name after the timeout', async () => {
  const never = () => new Promise<never>(() => undefined)
  expect(await reasonOf('http://slow.example/', { resolve: never, withinMs: 50 })).toBe('too_slow')
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://user:password@example.com/',
  'http://user@example.com/',
  'example.com',
  '',
])('rejects %s as an invalid page URL', async (url) => {
  expect(await reasonOf(url, { resolve: resolving(['8.8.8.8']) })).toBe('bad_address')
})

test.each(['http://example.com:8080/', 'https://example.com:22/'])(
  'rejects the page %s because of its port',
  async (url) => {
    expect(await reasonOf(url, { resolve: resolving(['8.8.8.8']) })).toBe('bad_port')
  },
)

test.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://[::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
])('reading a page never connects to %s', async (url) => {
  expect(await reasonOf(url)).toBe('private_address')
  expect(await reasonOf(`${origin}/to?${encodeURIComponent(url)}`)).toBe('private_address')
  expect(hits).toHaveLength(1)
})

test('a page is rejected when one IP address of its host name is private', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
    ['2001:4860:4860::8888', '::ffff:10.0.0.1'],
  ])
    expect(await reasonOf('http://shop.example/', { resolve: resolving(addresses) })).toBe('private_address')
  expect(await reasonOf('http://shop.example/', { resolve: resolving([]) })).toBe('unreachable')
})

test('rejects pages on other ports of this machine, even when one local origin is allowed', async () => {
  expect(await reasonOf(`${origin}/to?${encodeURIComponent('http://127.0.0.1:1/')}`)).toBe('bad_port')
  expect(await reasonOf(`${origin}/page`, { testOrigin: null })).toBe('bad_port')
})

test('reading a page resolves the host name once and connects to the checked address', async () => {
  const port = new URL(origin).port
  let lookups = 0
  const resolve = async (host: string): Promise<LookupAddress[]> => {
    lookups += 1
    expect(host).toBe('rebind.test')
    return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  }
  const testOrigin = `http://rebind.test:${port}`
  expect(await reasonOf(`${testOrigin}/page`, { testOrigin, resolve })).toBe('read: วิธีถอน\n\nรอ 5 นาที')
  expect(lookups).toBe(1)
})
