import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Pictures of people come from LINE over https, and from the simulator on this machine. */
const IMAGES = ["'self'", 'data:', 'blob:', 'https:', 'http://localhost:*', 'http://127.0.0.1:*']

/** Scripts come from our own files alone: nothing inline, no eval. */
export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith('https://')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: IMAGES,
        mediaSrc: IMAGES,
        connectSrc: ["'self'", 'ws:', 'wss:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The customers' pictures are on other hosts, which do not say that they may be embedded.
    crossOriginEmbedderPolicy: false,
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
