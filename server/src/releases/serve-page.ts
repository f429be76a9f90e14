import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from 'shared/contract/errors.ts'
import type { PageRegistry } from 'shared/federation/remote-manifest.ts'
import type { PagePolicy } from '../http/security-headers.ts'
import { createHostAdoption } from './adopt-host.ts'
import type { HostFiles, HostRelease } from './host-files.ts'
import type { ReleaseStorage } from './publish-remote.ts'
import { readRegistryCoalesced } from './registry.store.ts'
import { EMPTY_REGISTRY } from './registry-rules.ts'
import { findRoute, pageRegistry, renderPage, SIGN_IN_CHUNKS } from './render-page.ts'

const MAX_CACHED_PAGES = 64
/** Supported content encodings, best first. */
const ENCODINGS: ('br' | 'gzip' | 'identity')[] = ['br', 'gzip', 'identity']

/** Page that is served when a server without its database knows no release. Browsers reload this page automatically. */
const NOT_READY = `<!doctype html>
<html lang="th">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta http-equiv="refresh" content="5" />
    <title>OA Desk</title>
  </head>
  <body style="font-family: sans-serif; padding: 2rem">${ERRORS.unavailable.text}</body>
</html>
`

interface Page {
  etag: string
  bodies: Record<(typeof ENCODINGS)[number], Buffer>
}

export interface PageSourceOptions extends ReleaseStorage {
  hostFiles: HostFiles
  policyOf?: (page: PagePolicy) => string
  /** Returns true while the database is unavailable; pages then use the registry that was read last. */
  isAway?: () => boolean
  /** Data embedded in every page, by element id; constant while the server runs. */
  inlineData?: Readonly<Record<string, unknown>>
}

/** Browsers revalidate pages by ETag. The server caches rendered pages until the registry changes. */
export function createPageSource({
  hostFiles,
  policyOf,
  isAway = () => false,
  inlineData = {},
  ...storage
}: PageSourceOptions) {
  const adoptHost = createHostAdoption(storage)
  let lastRegistry: PageRegistry = EMPTY_REGISTRY
  let lastHost: HostRelease | null = null
  const cached = new Map<string, Page>()

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = new URL(request.url, 'http://desk').pathname
    // Pages are served even without the database, because a page itself reports failed API calls.
    if (!isAway()) await readAgain(request.log)
    lastHost = (await readHost(lastRegistry, request.log)) ?? lastHost
    if (lastHost === null && isAway())
      return reply.code(503).header('retry-after', '1').type('text/html; charset=utf-8').send(NOT_READY)
    if (lastHost === null) {
      request.log.error('the host is not built: run pnpm build')
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The desk is not built yet: run pnpm build\n')
    }
    const page = pageOf(lastHost, lastRegistry, path)
    reply
      .header('cache-control', 'no-cache, no-transform')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding')
    if (policyOf) {
      const { scriptHashes, manifest } = lastHost
      reply.header('content-security-policy', policyOf({ scriptHashes, apiUrl: manifest.apiUrl ?? '' }))
    }
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), ENCODINGS) ?? 'identity'
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
  }

  async function readAgain(log: FastifyBaseLogger): Promise<void> {
    await adoptHost(log)
    try {
      lastRegistry = pageRegistry(await readRegistryCoalesced(storage.db))
    } catch (error) {
      log.error({ err: error }, 'the release registry could not be read; the last known one is used')
    }
  }

  /** Returns the active release of the host, or the previous one when its files are not on this machine. */
  async function readHost({ host }: PageRegistry, log: FastifyBaseLogger): Promise<HostRelease | null> {
    for (const release of [host?.active, host?.previous]) {
      if (!release) continue
      try {
        return await hostFiles.read(release)
      } catch (error) {
        log.error({ err: error }, `the host's release ${release} cannot be read`)
      }
    }
    return null
  }

  function pageOf({ html, manifest }: HostRelease, registry: PageRegistry, path: string): Page {
    // Caches pages by route. All unknown paths share one entry, so that requests cannot fill the memory.
    const route = findRoute(registry, path)?.route.path
    const own = path.slice(1) in manifest.chunks || path in SIGN_IN_CHUNKS
    const key = `${manifest.release} ${registry.revision} ${route ?? (own ? path : '')}`
    const known = cached.get(key)
    if (known) return known
    const page = compressed(
      renderPage({ html, host: manifest, registry, inlineData }, route === undefined && !own ? '/' : path),
    )
    if (cached.size >= MAX_CACHED_PAGES) cached.clear()
    cached.set(key, page)
    return page
  }

  return { send }
}

function compressed(html: string): Page {
  const plain = Buffer.from(html)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    bodies: { identity: plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) },
  }
}
