import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-ip-address.ts'
import { PageError } from './web-page-error.ts'
import { decodePage, type PageText, textOfHtml, textOfPlain } from './web-page-text.ts'

/** Maximum size of a page in bytes, also after decompression. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3
/** Maximum length of a URL with percent-encoded Thai, because the database indexes it. */
const MAX_ADDRESS = 2_000
/** Timeout in ms for name lookups, redirects and download together. */
const WITHIN_MS = 10_000
const PORTS = new Set(['', '80', '443'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export interface PageReaderOptions {
  /** Origin that is always allowed: tests run their own web server on this machine. */
  testOrigin: string | null
  resolve?: (host: string) => Promise<LookupAddress[]>
  withinMs?: number
}

/** Downloads a page. Throws PageError. */
export type ReadPage = (url: string) => Promise<PageText>

/**
 * Prevents requests to the private network: resolves each host name once, also of redirects, and connects only to the
 * checked addresses, so that a later DNS change has no effect.
 */
export function createPageReader({
  testOrigin,
  resolve = (host) => lookup(host, { all: true }),
  withinMs = WITHIN_MS,
}: PageReaderOptions): ReadPage {
  return async (url) => {
    const signal = AbortSignal.timeout(withinMs)
    try {
      // Rejects at the timeout: a DNS lookup cannot be aborted, and some closed connections emit no event.
      return await raceAbort(follow(url, signal), signal)
    } catch (error) {
      if (error instanceof PageError) throw error
      throw new PageError(signal.aborted ? 'too_slow' : 'unreachable', { cause: error })
    }
  }

  async function follow(url: string, signal: AbortSignal): Promise<PageText> {
    let at = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const address = checkedUrl(at, testOrigin)
      const response = await requestPage(address, await addressesOf(address, testOrigin, resolve), signal)
      const next = redirectOf(response, address)
      if (next === null) return textOf(response)
      at = next
    }
    throw new PageError('too_many_redirects')
  }
}

/** Throws PageError when the URL may not be read, independent of its IP addresses. */
export function checkedUrl(written: string, testOrigin: string | null): URL {
  const url = URL.parse(written)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new PageError('bad_address')
  if (!PORTS.has(url.port) && url.origin !== testOrigin) throw new PageError('bad_port')
  url.hash = ''
  if (url.href.length > MAX_ADDRESS) throw new PageError('bad_address')
  return url
}

async function addressesOf(
  { hostname, origin }: URL,
  testOrigin: string | null,
  resolve: (host: string) => Promise<LookupAddress[]>,
): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family > 0 ? [{ address: host, family }] : await resolve(host)
  if (found.length === 0) throw new PageError('unreachable')
  if (origin !== testOrigin && !found.every(({ address }) => isPublicAddress(address)))
    throw new PageError('private_address')
  return found
}

function requestPage(
  url: URL,
  found: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, {
      // `agent: false` opens a new connection, and ignores a proxy that the environment sets.
      agent: false,
      signal,
      lookup: (_host, { all }, done) => {
        const [first] = found
        if (all) done(null, [...found])
        else done(null, first?.address ?? '', first?.family ?? 0)
      },
      maxHeaderSize: 32 * 1024,
      headers: {
        accept: 'text/html, text/plain;q=0.9',
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'th, en;q=0.5',
        'user-agent': 'OADesk-KnowledgeReader/1.0',
      },
    })
    request.once('response', resolve)
    // Rejects explicitly, because Node.js emits no error when a server upgrades the connection without a request for
    // it.
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new PageError('bad_answer'))
    })
    request.once('error', reject)
  })
}

/** Returns the URL of a redirect; null when the response is the page itself. */
function redirectOf(response: IncomingMessage, from: URL): string | null {
  if (!REDIRECTS.has(response.statusCode ?? 0)) return null
  response.destroy()
  const to = URL.parse(response.headers.location ?? '', from.href)
  if (to === null || response.headers.location === undefined) throw new PageError('bad_answer')
  return to.href
}

async function textOf(response: IncomingMessage): Promise<PageText> {
  try {
    if (response.statusCode !== 200) throw new PageError('bad_answer')
    const type = typeOf(response.headers['content-type'])
    const isHtml = type?.essence === 'text/html'
    if (!isHtml && type?.essence !== 'text/plain') throw new PageError('wrong_type')
    if (Number(response.headers['content-length'] ?? 0) > MAX_BYTES) throw new PageError('too_large')
    const text = decodePage(await readBounded(response), type?.params.get('charset') ?? null, isHtml)
    const read = isHtml ? textOfHtml(text) : textOfPlain(text)
    if (read.text === '') throw new PageError('no_text')
    return read
  } finally {
    response.destroy()
  }
}

function typeOf(header: string | undefined): MIMEType | undefined {
  try {
    return new MIMEType(header ?? '')
  } catch {
    return undefined
  }
}

async function readBounded(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let [packed, bytes] = [0, 0]
  const stream = unpacked(response)
  if (stream !== response)
    response.on('data', (part: Buffer) => {
      packed += part.length
      if (packed > MAX_BYTES) stream.destroy(new PageError('too_large'))
    })
  for await (const part of stream) {
    bytes += (part as Buffer).length
    if (bytes > MAX_BYTES) throw new PageError('too_large')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[encoding]
  if (unpack === undefined) throw new PageError('bad_answer')
  const stream = unpack()
  response.on('error', (error) => stream.destroy(error))
  return response.pipe(stream)
}

function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
