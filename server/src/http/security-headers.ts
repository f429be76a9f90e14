import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Where LINE keeps people's pictures (profile., sprofile., obs. …). Other pictures on foreign hosts are links, and never fetched. */
const LINE_PICTURES = 'https://*.line-scdn.net'
/** Chromium keeps the answer of a preflight no longer than this. */
const PREFLIGHT_MAX_AGE_SECS = 7_200

/** What a page needs beyond what every answer allows. */
export interface PagePolicy {
  /** Hashes of its inline scripts, `'sha256-…'`. */
  scriptHashes: readonly string[]
  /** Where its calls go; empty: to this server. */
  apiUrl: string
}

type PolicyConfig = Pick<Config, 'publicUrl' | 'simulatorUrl'>

/** The content security policy: scripts come from our own files alone, calls go to our own API alone; nothing inline, no eval. */
export function contentSecurityPolicy(
  { publicUrl, simulatorUrl }: PolicyConfig,
  { scriptHashes, apiUrl }: PagePolicy = { scriptHashes: [], apiUrl: '' },
): Record<string, string[]> {
  const api = apiUrl === '' ? [] : [new URL(apiUrl).origin]
  const pictures = [...api, ...(simulatorUrl === null ? [] : [new URL(simulatorUrl).origin])]
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', LINE_PICTURES, ...pictures],
    'media-src': ["'self'", 'blob:', ...pictures],
    // Some browsers do not include ws: of the same host in 'self'.
    'connect-src': ["'self'", ...api, ...[publicUrl, ...api].map(socketOrigin)],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

/** The policy as a header has it. */
export function policyHeader(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map((directive) => directive.flat().join(' '))
    .join(';')
}

function socketOrigin(url: string): string {
  return new URL(url).origin.replace(/^http/, 'ws')
}

/** The headers of every answer; pages of other origins (ALLOWED_ORIGINS) may call the API. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: PolicyConfig & Pick<Config, 'allowedOrigins'>,
): Promise<void> {
  const { publicUrl, allowedOrigins } = config
  const secure = publicUrl.startsWith('https://')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    // The customers' pictures are on other hosts, which do not say that they may be embedded.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: allowedOrigins.length === 0 ? 'same-origin' : 'cross-origin' },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  if (allowedOrigins.length === 0) return
  await app.register(cors, {
    origin: allowedOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // For the cookie of a login that has begun, which goes with the calls of the sign-in alone.
    credentials: true,
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Channel-Key'],
    // `Date`: pages use the server's clock.
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Date'],
    maxAge: PREFLIGHT_MAX_AGE_SECS,
  })
}

/** Whether a page of this origin may open a socket: the desk's own, whatever address it was reached by, or an allowed one. */
export function isAllowedOrigin(
  origin: string,
  ownHost: string,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === new URL(publicUrl).host || host === ownHost || allowedOrigins.includes(origin)
}
