import { mkdirSync } from 'node:fs'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'
import type { HostFiles } from './host-files.ts'
import { readRegistryCoalesced } from './registry.store.ts'
import { HOST } from './registry-rules.ts'
import { pageRegistry } from './render-page.ts'

const IMMUTABLE = {
  schemaHide: true,
  index: false,
  redirect: false,
  // Ignores folders that begin with a dot: releases that are still being copied.
  dotfiles: 'ignore',
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply) => {
    // Forbids transformation: a proxy that rewrote scripts would invalidate the scripts' hashes.
    reply.header('cache-control', 'public, max-age=31536000, immutable, no-transform')
    reply.header('vary', 'accept-encoding')
    // Allows cross-origin requests: integrity checks need CORS when the page has another origin.
    reply.header('access-control-allow-origin', '*')
    reply.header('cross-origin-resource-policy', 'cross-origin')
  },
} satisfies Partial<FastifyStaticOptions>

/** Serves the files of all stored releases. Open pages read `/r/registry.json` when they retry loading a remote. */
export async function releaseRoutes(
  app: FastifyInstance,
  { db, releasesDir, hostFiles }: { db: Db; releasesDir: string; hostFiles: HostFiles },
): Promise<void> {
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
  app.get('/r/registry.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache, no-transform')
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(pageRegistry(await readRegistryCoalesced(db))))
  })
  mkdirSync(releasesDir, { recursive: true })
  await app.register(fastifyStatic, {
    ...IMMUTABLE,
    root: releasesDir,
    prefix: '/r/',
    // Excludes the host's files, which are served only under /assets/.
    allowedPath: (path) => !path.startsWith(`/${HOST}/`),
  })
  app.get('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const name = `assets/${(request.params as { '*': string })['*']}`
    const folder = await hostFiles.folderOf(name)
    return folder === null ? reply.callNotFound() : reply.sendFile(name, folder)
  })
}
