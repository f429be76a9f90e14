import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { simulatorError } from '../errors.ts'
import { parse } from './parse-request.ts'

const mediaQuery = z.object({
  url: z.string().max(2_000),
  use: z.enum(['original', 'preview']).default('original'),
})

/** Image types and sizes in bytes that LINE's app accepts. */
const TYPES = /^image\/(jpeg|png)\b/
const MAX_BYTES = { original: 10 * 1024 * 1024, preview: 1024 * 1024 }
const FETCH_LIMIT_MS = 5_000

/** Fetches images with the desk's public URL from its local address. Rejects all other URLs. */
export function mediaRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/simulator/media', async (request, reply) => {
    const { url, use } = parse(mediaQuery, request.query)
    const base = context.publicMediaUrl
    if (!base || !url.startsWith(`${base}/`)) {
      throw simulatorError(404, 'unknown_media', 'Only URLs of the desk are fetched')
    }
    const refuse = (why: string) => simulatorError(502, 'unusable_media', why)
    const response = await fetch(context.deskUrl() + url.slice(base.length), {
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    }).catch((error: unknown) => {
      throw refuse(`The desk does not respond: ${(error as Error).message}`)
    })
    const type = response.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw refuse(`The desk returns ${response.status}`)
    if (!TYPES.test(type)) throw refuse(`LINE accepts JPEG and PNG, but this is ${type}`)
    if (bytes.length > MAX_BYTES[use])
      throw refuse(`LINE accepts ${MAX_BYTES[use]} bytes as ${use}, but these are ${bytes.length}`)
    return reply.type(type).headers({ 'cache-control': 'private, max-age=3600' }).send(bytes)
  })
}
