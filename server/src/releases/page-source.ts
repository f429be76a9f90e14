import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HostManifest, ReleaseRegistry } from 'shared/federation/remote-manifest.ts'
import type { Db } from '../db/client.ts'
import { findRoute, renderPage, SIGN_IN_CHUNKS } from './page.ts'
import { EMPTY_REGISTRY } from './rules.ts'
import { readRegistry } from './store.ts'

const KEPT_PAGES = 64

interface Page {
  etag: string
  bodies: { plain: Buffer; br: Buffer; gzip: Buffer }
}

interface HostFiles {
  changed: number
  html: string
  host: HostManifest
  /** What the content security policy lets run of the page's own inline scripts: `'sha256-…'`. */
  scriptHashes: string
}

export interface PageSourceOptions {
  db: Db
  hostDist: string
  /** Written into every page, by element id; the same for as long as the server runs. */
  inlineData?: Readonly<Record<string, unknown>>
}

/** Answers page addresses; hand `send` to the app's not-found handler. Always fresh (no-cache with an ETag), compressed, kept per registry revision. */
export function createPageSource({ db, hostDist, inlineData = {} }: PageSourceOptions) {
  let hostFiles: HostFiles | null = null
  let lastRegistry: ReleaseRegistry = EMPTY_REGISTRY
  const kept = new Map<string, Page>()

  async function readHost(): Promise<HostFiles> {
    const file = join(hostDist, 'index.html')
    const changed = (await stat(file)).mtimeMs
    if (hostFiles?.changed === changed) return hostFiles
    const [html, manifest] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(join(hostDist, 'host.json'), 'utf8'),
    ])
    hostFiles = {
      changed,
      html,
      host: JSON.parse(manifest) as HostManifest,
      scriptHashes: hashesOfInlineScripts(html),
    }
    return hostFiles
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = new URL(request.url, 'http://desk').pathname
    let files: HostFiles
    try {
      files = await readHost()
    } catch (error) {
      request.log.error({ err: error }, 'the host is not built: run pnpm build')
      return reply.code(503).type('text/plain; charset=utf-8').send('The desk is not built yet: pnpm build\n')
    }
    try {
      lastRegistry = await readRegistry(db)
    } catch (error) {
      // The screens say themselves what does not answer; a page can be given without the database.
      request.log.error({ err: error }, 'release registry not read; the last known one is used')
    }
    const page = pageOf(files, lastRegistry, path)
    reply.header('cache-control', 'no-cache').header('etag', page.etag).header('vary', 'accept-encoding')
    allowScripts(reply, files.scriptHashes)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (encoding !== 'plain') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
  }

  function pageOf(files: HostFiles, registry: ReleaseRegistry, path: string): Page {
    // Paths of one route share their page; unknown paths share one, so that nobody can fill the memory with them.
    const route = findRoute(registry, path)?.route.path
    const own = path.slice(1) in files.host.chunks || path in SIGN_IN_CHUNKS
    const key = `${files.host.release} ${files.changed} ${registry.revision} ${route ?? (own ? path : '')}`
    const known = kept.get(key)
    if (known) return known
    const page = compressed(
      renderPage({ ...files, registry, inlineData }, route === undefined && !own ? '/' : path),
    )
    if (kept.size >= KEPT_PAGES) kept.clear()
    kept.set(key, page)
    return page
  }

  return { send }
}

function hashesOfInlineScripts(html: string): string {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
    .join(' ')
}

/** Adds hashes to the policy that every answer has (`http/security-headers.ts`). */
function allowScripts(reply: FastifyReply, hashes: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", `script-src 'self' ${hashes}`.trimEnd()),
  )
}

function compressed(html: string): Page {
  const plain = Buffer.from(html)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    bodies: { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) },
  }
}

function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | 'plain' {
  const words = String(accepted ?? '')
    .split(',')
    .filter((word) => !/;\s*q=0(\.0+)?\s*$/.test(word))
    .map((word) => word.split(';', 1)[0]?.trim())
  if (words.includes('br')) return 'br'
  return words.includes('gzip') ? 'gzip' : 'plain'
}
