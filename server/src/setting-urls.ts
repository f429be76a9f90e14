import * as z from 'zod'
import { decodePercent } from './decode-percent.ts'

// Rules for http(s) settings. Error messages contain no part of the value, which may include a password.

interface HttpRules {
  /** True when the URL must have no path, because the server appends paths. */
  isOrigin?: boolean
}

const ORIGIN_EXAMPLE = 'https://desk.example.com'
const PATH_EXAMPLE = 'https://api.example.com/v1'
const POSTGRES_EXAMPLE = 'postgres://user:password@host:5432/database'

/** Returns a schema for an http(s) URL. Parsed URLs have no trailing slash. */
export function httpUrl(rules: HttpRules = {}) {
  return z.string().transform((value, context) => {
    const problem = httpProblem(value, rules)
    if (problem === undefined) return new URL(value).href.replace(/\/+$/, '')
    context.addIssue(problem)
    return z.NEVER
  })
}

export const postgresUrl = z.string().transform((value, context) => {
  const problem = postgresProblem(value)
  if (problem === undefined) return value
  context.addIssue(problem)
  return z.NEVER
})

function httpProblem(value: string, { isOrigin = false }: HttpRules): string | undefined {
  const example = isOrigin ? ORIGIN_EXAMPLE : PATH_EXAMPLE
  const wrapped = wrapperOf(value)
  if (wrapped !== undefined) return `${wrapped}; write it as ${example}`
  if (!/^https?:\/\//i.test(value)) return `must be a URL that starts with http:// or https://, as ${example}`
  const url = URL.parse(value)
  if (url === null) return `is not a valid URL (host name or port); write it as ${example}`
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(value))
    return `must not contain a user name or password; write it as ${example}`
  if (/[?#]/.test(value)) return `must not contain a ? or # part; write it as ${example}`
  if (isOrigin && !/^\/+$/.test(url.pathname))
    return `must not contain a path: the desk is served at the root of its host; write it as ${example}`
  return undefined
}

export function publicApiUrlProblem({ PUBLIC_API_URL: url }: NodeJS.ProcessEnv): string | undefined {
  const problem = url ? httpProblem(url, {}) : undefined
  return problem && `PUBLIC_API_URL ${problem}`
}

export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLocalHost(hostname)
}

function wrapperOf(value: string): string | undefined {
  if (value.trim() === '') return 'is blank'
  if (value !== value.trim()) return 'starts or ends with white space'
  if (/^["'`<]|["'`>]$/.test(value)) return 'is enclosed in quotes or brackets'
  if (/\s/.test(value)) return 'contains white space'
  return undefined
}

function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host.includes(':')) return host === '::1' || /^f[cd]|^fe80/.test(host)
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host))
    return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      host,
    )
  return !host.includes('.') || /\.(localhost|local|internal|intranet|lan|home\.arpa|test)$/.test(host)
}

const ENCODED =
  'characters such as # / ? @ % in a password must be percent-encoded (# is %23, / is %2F, ? is %3F, @ is %40, % is %25)'

function postgresProblem(value: string): string | undefined {
  const wrapped = wrapperOf(value)
  if (wrapped !== undefined) return `${wrapped}; write it as ${POSTGRES_EXAMPLE}`
  if (!/^postgres(ql)?:\/\//.test(value)) return `must look like ${POSTGRES_EXAMPLE}; ${ENCODED}`
  const url = URL.parse(value)
  // Detects a missing host: such a value has credentials but cannot be parsed as a URL.
  if (url === null && /^[^:]+:\/\/([^/?#]*@)?(:\d*)?([/?#]|$)/.test(value))
    return `has no host; it must look like ${POSTGRES_EXAMPLE}`
  if (url === null || !hasPartsInPlace(url)) return `must look like ${POSTGRES_EXAMPLE}; ${ENCODED}`
  if (url.hostname === '' && !url.searchParams.get('host'))
    return `has no host; it must look like ${POSTGRES_EXAMPLE}`
  if (/^\/*$/.test(url.pathname)) return `has no database name; it must look like ${POSTGRES_EXAMPLE}`
  return undefined
}

/**
 * Returns false when a password with an unencoded `#`, `/` or `?` ends the host part of a database URL too early: the
 * rest would be read as a path, and shown in messages that name the database.
 */
function hasPartsInPlace({ username, password, pathname, search, hash }: URL): boolean {
  if (hash !== '' || /@/.test(pathname + search)) return false
  return [username, password, pathname].every((part) => decodePercent(part) !== undefined)
}
