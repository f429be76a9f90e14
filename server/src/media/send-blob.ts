import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore, ByteRange } from './blob-store.ts'

interface SentBlob {
  key: string
  contentType: string
  /** Entity tag (ETag) without its quotation marks. */
  etag: string
  headers: Readonly<Record<string, string>>
}

/** Sends a blob or a range of it (RFC 9110 14.2). Returns false and sends nothing when the blob is missing. */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  store: BlobStore,
  { key, contentType, etag, headers }: SentBlob,
): Promise<boolean> {
  const about = await store.head(key)
  if (about === undefined) return false
  const tag = `"${etag}"`
  const common = { ...headers, etag: tag, 'accept-ranges': 'bytes' }
  if (hasTag(tag, request.headers['if-none-match'])) {
    await reply.code(304).headers(common).send()
    return true
  }
  const ifRange = request.headers['if-range']
  const wanted = ifRange === undefined || ifRange === tag ? rangeOf(request.headers.range, about.bytes) : null
  if (wanted === 'outside') {
    await reply.code(416).headers(common).header('content-range', `bytes */${about.bytes}`).send()
    return true
  }
  const body = request.method === 'HEAD' ? null : await store.get(key, wanted ?? undefined)
  if (body === undefined) return false
  const { start, end } = wanted ?? { start: 0, end: about.bytes - 1 }
  if (wanted !== null) reply.code(206).header('content-range', `bytes ${start}-${end}/${about.bytes}`)
  reply
    .headers(common)
    .type(contentType)
    .header('content-length', end - start + 1)
  await (body === null ? reply.send() : reply.send(body))
  return true
}

/** Returns true when an If-None-Match header contains this tag, which must have no comma (RFC 9110 13.1.2). */
function hasTag(tag: string, header = ''): boolean {
  const named = header.split(',').map((each) => each.trim())
  return header.trim() === '*' || named.some((each) => each === tag || each === `W/${tag}`)
}

/** Returns the requested byte range; null when the whole content is sent (no range, several or malformed ranges). */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'outside' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  if (start >= bytes) return 'outside'
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return end < start ? null : { start, end }
}
