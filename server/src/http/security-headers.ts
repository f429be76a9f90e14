import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Hosts of LINE profile images. Pages load external images only from these hosts. */
const LINE_IMAGES = 'https://*.line-scdn.net'
/** Time in seconds for which browsers may cache a preflight response; the maximum that Chromium allows. */
const PREFLIGHT_MAX_AGE_SECS = 7_200

export interface PagePolicy {
  /** Hashes of the page's inline scripts, in the form `'sha256-…'`. */
  scriptHashes: readonly string[]
  /** Base URL of the API; empty when this server itself serves the API. */
  apiUrl: string
}

type PolicyConfig = Pick<Config, 'publicUrl' | 'simulatorUrl'>

export function contentSecurityPolicy(
  { publicUrl, simulatorUrl }: PolicyConfig,
  { scriptHashes, apiUrl }: PagePolicy = { scriptHashes: [], apiUrl: '' },
): Record<string, string[]> {
  const api = apiUrl === '' ? [] : [new URL(apiUrl).origin]
  const images = [...api, ...(simulatorUrl === null ? [] : [new URL(simulatorUrl).origin])]
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', LINE_IMAGES, ...images],
    'media-src': ["'self'", 'blob:', ...images],
    // Lists the WebSocket origins, because for some browsers 'self' does not include ws: on the same host.
    'connect-src': ["'self'", ...api, ...[publicUrl, ...api].map(socketOrigin)],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

export function policyHeader(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map((directive) => directive.flat().join(' '))
    .join(';')
}

function socketOrigin(url: string): string {
  return new URL(url).origin.replace(/^http/, 'ws')
}

export async function addSecurityHeaders(
  app: FastifyInstance,
  config: PolicyConfig & Pick<Config, 'allowedOrigins'>,
): Promise<void> {
  const { publicUrl, allowedOrigins } = config
  const secure = publicUrl.startsWith('https://')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    // Disables Cross-Origin-Embedder-Policy, because hosts of profile images do not send Cross-Origin-Resource-Policy.
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
    // Allows the cookie of a pending login, which only sign-in calls send.
    credentials: true,
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Channel-Key'],
    // Exposes `Date`, because browsers use the server's clock.
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Date'],
    maxAge: PREFLIGHT_MAX_AGE_SECS,
  })
}

/** Returns true for the desk's own origin under any host name, and for an allowed origin. */
export function isAllowedOrigin(
  origin: string,
  ownHost: string,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === new URL(publicUrl).host || host === ownHost || allowedOrigins.includes(origin)
}
