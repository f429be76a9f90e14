import type { FastifyInstance } from 'fastify'
import type { BlobStore } from './blob-store.ts'
import { PUBLIC_MEDIA_PATH, publicFile } from './public-media.ts'
import { sendBlob } from './send-blob.ts'

/** Response headers for public files: the files never change, run no code when opened, and any page may show them. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none';sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Serves public images to anybody with the URL, without reading the database. */
export async function publicMediaRoutes(
  app: FastifyInstance,
  { blobs }: { blobs: BlobStore },
): Promise<void> {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${PUBLIC_MEDIA_PATH}:name`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params
      const file = publicFile(name)
      if (file === null) return reply.callNotFound()
      const isSent = await sendBlob(request, reply, blobs, { ...file, etag: name, headers: HEADERS })
      return isSent ? reply : reply.callNotFound()
    },
  })
}
