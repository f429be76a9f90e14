import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const THRESHOLD_BYTES = 1_024
/** Brotli level (maximum 11). Level 4 compresses a page of the ticket queue to a fifth in less than a millisecond. */
const BROTLI_QUALITY = 4

/** Compresses JSON responses of routes added after this call. Release files are compressed at build time. */
export async function addCompression(routes: FastifyInstance): Promise<void> {
  await routes.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
}
