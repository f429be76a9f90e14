import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LOGIN_CALLBACK_PATH } from 'shared/contract/constants.ts'
import * as z from 'zod'
import { KNOWLEDGE_SETTINGS, type KnowledgeConfig, readKnowledgeSettings } from './knowledge-settings.ts'
import { MEDIA_SETTINGS, type MediaEnvironment, readMediaSettings } from './media-settings.ts'
import { httpUrl, isPlainHttp, postgresUrl } from './setting-urls.ts'
import {
  flag,
  folder,
  listOf,
  origins,
  repositoryRoot,
  required,
  secretsKeys,
  whole,
} from './setting-values.ts'

/** Configuration from the environment, checked once at start. docs/configuration.md describes the variables. */
export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Returns a remote's id, given the id (`chat`) or its folder name (`remote-chat`). */
export function remoteId(word: string): string {
  return word.replace(/^remote-/, '')
}

const Environment = z.object({
  PORT: whole(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: folder.prefault('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_MIGRATION_URL: postgresUrl.optional(),
  SECRETS_KEY: secretsKeys.optional(),
  PUBLIC_URL: httpUrl({ isOrigin: true }).optional(),
  PUBLIC_MEDIA_URL: httpUrl().optional(),
  ALLOWED_ORIGINS: origins.prefault(''),
  LINE_LOGIN_CLIENT_ID: required('the channel id of the LINE Login channel'),
  LINE_LOGIN_CLIENT_SECRET: required('the channel secret of the LINE Login channel'),
  LINE_LOGIN_REDIRECT_URI: httpUrl().optional(),
  LINE_AUTHORIZE_URL: httpUrl().default('https://access.line.me/oauth2/v2.1/authorize'),
  LINE_API_URL: httpUrl().default('https://api.line.me'),
  LINE_DATA_API_URL: httpUrl().optional(),
  LINE_STICKER_URL: z
    .string()
    .refine(
      (url) => url === 'none' || (/^https?:/.test(url) && url.includes('{id}')),
      'must be a URL that contains {id}, or none',
    )
    .default('https://stickershop.line-scdn.net/stickershop/v1/sticker/{id}/android/sticker.png'),
  LINE_EMOJI_URL: z
    .string()
    .refine(
      (url) => url === 'none' || (/^https?:/.test(url) && url.includes('{product}') && url.includes('{id}')),
      'must be a URL that contains {product} and {id}, or none',
    )
    .default('https://stickershop.line-scdn.net/sticonshop/v1/sticon/{product}/android/{id}.png'),
  SESSION_IDLE_HOURS: whole(1, 720).default(168),
  SESSION_MAX_HOURS: whole(1, 720).default(720),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  DEMO: flag.default(false),
  SIMULATOR_URL: httpUrl().optional(),
  HOST_DIST: folder.prefault('host/dist'),
  RELEASES_DIR: folder.optional(),
  ADOPT_BUILDS: z
    .string()
    .transform((value) => (value === 'none' ? [] : listOf(value)))
    .refine((names) => names.every(isRemote), 'must be names of remotes, for example chat,promo, or none')
    .optional(),
  ADOPT_REPLACED: flag.default(false),
  CALLS_PER_MINUTE: whole(1, 10_000_000).default(3_000),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  API_DOCS: flag.default(false),
  SPOOL_MAX_BYTES: whole(0, 1024 ** 4).default(64 * 1024 ** 2),
  UPLOAD_BYTES_PER_DAY: whole(1, 1024 ** 4).default(2 * 1024 ** 3),
  IMAGE_PROCESSES: whole(1, 16).default(1),
  KNOWLEDGE_CHAT_URL: httpUrl().optional(),
  KNOWLEDGE_CHAT_KEY: z.string().optional(),
  KNOWLEDGE_CHAT_MODEL: z.string().max(200).optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  ...KNOWLEDGE_SETTINGS,
  ...MEDIA_SETTINGS,
})

const PUBLIC_ADDRESSES = ['PUBLIC_URL', 'PUBLIC_MEDIA_URL', 'LINE_LOGIN_REDIRECT_URI'] as const

/** Matches the names of variables that contain a secret, or a URL with a password. */
const SECRET = /SECRET|TOKEN|PASSWORD|DATABASE|KEY/

/** Returns the environment variables of the server without secrets, with unchanged values. */
export function readOpenSettings(environment: Record<string, string | undefined>): Record<string, string> {
  const names = Object.keys(Environment.shape).filter((name) => !SECRET.test(name))
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
}

export type DatabaseConfig = ReturnType<typeof databaseConfigOf>

export function readDatabaseConfig(environment: Record<string, string | undefined>): DatabaseConfig {
  const wanted = Environment.pick({ DATA_DIR: true, DATABASE_URL: true, DATABASE_MIGRATION_URL: true })
  return databaseConfigOf(parseEnvironment(wanted, environment))
}

export function readSecretsConfig(environment: Record<string, string | undefined>) {
  const wanted = Environment.pick({ DATA_DIR: true, DATABASE_URL: true, SECRETS_KEY: true })
  const env = parseEnvironment(wanted, environment)
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    secretsKeys: env.SECRETS_KEY ?? null,
  }
}

function databaseConfigOf(
  env: Pick<z.output<typeof Environment>, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_MIGRATION_URL'>,
) {
  return {
    /** Absolute path of the folder for the server's files: embedded database, releases, logs. */
    dataDir: env.DATA_DIR,
    /** URL of an external database; null when the server runs its own PostgreSQL under `dataDir`. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Database URL that connects as the schema's owner, for migrations only; defaults to `databaseUrl`. */
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL ?? env.DATABASE_URL ?? null,
  }
}

export function readReleaseConfig(environment: Record<string, string | undefined>) {
  const wanted = Environment.pick({ DATA_DIR: true, RELEASES_DIR: true, HOST_DIST: true })
  return releaseConfigOf(parseEnvironment(wanted, environment))
}

function releaseConfigOf(env: Pick<z.output<typeof Environment>, 'DATA_DIR' | 'RELEASES_DIR' | 'HOST_DIST'>) {
  return {
    /** Absolute path of the built host (index.html and assets). */
    hostDist: env.HOST_DIST,
    /** Absolute path of the released files of host and remotes. */
    releasesDir: env.RELEASES_DIR ?? resolve(env.DATA_DIR, 'releases'),
  }
}

export function readMediaConfig(environment: Record<string, string | undefined>) {
  const wanted = z.object({ ...Environment.pick({ DATA_DIR: true }).shape, ...MEDIA_SETTINGS })
  return mediaConfigOf(parseEnvironment(wanted, environment))
}

function mediaConfigOf(env: MediaEnvironment) {
  const media = readMediaSettings(env)
  if (typeof media === 'string') throw new ConfigError([media])
  return { media }
}

function knowledgeConfigOf(env: z.output<typeof Environment>): KnowledgeConfig {
  const read = readKnowledgeSettings(env)
  if (typeof read === 'string') throw new ConfigError([read])
  return read
}

function parseEnvironment<T extends z.ZodObject>(
  schema: T,
  environment: Record<string, string | undefined>,
): z.output<T> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in schema.shape && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
}

/** Reads the environment; an empty variable is treated as unset. Throws ConfigError with one line per problem. */
export function readConfig(environment: Record<string, string | undefined>) {
  const env = parseEnvironment(Environment, environment)
  if (env.DEMO && !env.SIMULATOR_URL) {
    throw new ConfigError([
      'SIMULATOR_URL is required when DEMO is 1: demo data comes from the LINE simulator',
    ])
  }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    port: env.PORT,
    host: env.HOST,
    ...databaseConfigOf(env),
    /** Keys for stored secrets: the first key encrypts, all keys decrypt. Null when not set (see secrets-key.ts). */
    secretsKeys: env.SECRETS_KEY ?? null,
    /** URL of the desk in browsers, without a trailing slash. */
    publicUrl,
    /** Base URL without a trailing slash for LINE to fetch public images (`/p/…`); null: the same as `publicUrl`. */
    publicMediaUrl: env.PUBLIC_MEDIA_URL ?? null,
    /** Names of settings whose URL is unencrypted `http://` to a host outside this machine and private networks. */
    plainHttp: PUBLIC_ADDRESSES.filter((name) => env[name] !== undefined && isPlainHttp(env[name])),
    /** Origins, besides the desk's own, whose pages may call the API and open WebSocket connections. */
    allowedOrigins: env.ALLOWED_ORIGINS,
    login: {
      clientId: env.LINE_LOGIN_CLIENT_ID,
      clientSecret: env.LINE_LOGIN_CLIENT_SECRET,
      redirectUri: env.LINE_LOGIN_REDIRECT_URI ?? `${publicUrl}${LOGIN_CALLBACK_PATH}`,
      authorizeUrl: env.LINE_AUTHORIZE_URL,
    },
    /** Base URLs of LINE's APIs, without a trailing slash. */
    line: {
      apiUrl: env.LINE_API_URL,
      dataApiUrl: env.LINE_DATA_API_URL ?? dataApiOf(env.LINE_API_URL),
    },
    /** URL of sticker images with `{id}` as a placeholder; null when stickers have no image. */
    stickerUrl: env.LINE_STICKER_URL === 'none' ? null : env.LINE_STICKER_URL,
    /** URL of LINE emoji images with `{product}` and `{id}` as placeholders; null when emojis have no image. */
    emojiUrl: env.LINE_EMOJI_URL === 'none' ? null : env.LINE_EMOJI_URL,
    /** Session lifetime in hours: `idleHours` without use, `maxHours` in total. */
    session: {
      idleHours: env.SESSION_IDLE_HOURS,
      maxHours: env.SESSION_MAX_HOURS,
    },
    logLevel: env.LOG_LEVEL,
    /** True to fill an empty database with the simulator's users and invented conversations. */
    demo: env.DEMO,
    simulatorUrl: env.SIMULATOR_URL ?? null,
    ...releaseConfigOf(env),
    /** True to also publish builds that a later release has replaced, for desks where no other server publishes. */
    adoptReplaced: env.ADOPT_REPLACED,
    /** Absolute paths of built remotes (dist folders). New builds are published when the server starts. */
    adoptBuilds: env.ADOPT_BUILDS === undefined ? findBuiltRemotes() : env.ADOPT_BUILDS.map(distOf),
    /** Maximum API calls per minute and staff member; an IP address may make ten times as many. */
    callsPerMinute: env.CALLS_PER_MINUTE,
    /** Token for /metrics and the details of /readyz; null when only callers on this machine may read these pages. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** True when `/docs` publishes the API description. */
    apiDocs: env.API_DOCS,
    /** Maximum bytes of webhooks that are stored on disk while the database is unavailable. */
    spoolMaxBytes: env.SPOOL_MAX_BYTES,
    ...mediaConfigOf(env),
    uploads: {
      /** Maximum bytes of uploads stored per staff member and day (Asia/Bangkok). */
      bytesPerDay: env.UPLOAD_BYTES_PER_DAY,
    },
    /** OpenAI-compatible chat endpoint that drafts replies from the knowledge base; null for no drafts. */
    knowledgeChat: knowledgeChatOf(env),
    knowledge: knowledgeConfigOf(env),
    /** Number of processes that decode images. */
    imageProcesses: env.IMAGE_PROCESSES,
    /** Number of proxies in front of the server whose X-Forwarded-* headers are trusted; 0 for none. */
    trustProxy: env.TRUST_PROXY,
  }
}

/** The chat endpoint's URL and model are required; the key is optional, since some endpoints need none. */
function knowledgeChatOf({
  KNOWLEDGE_CHAT_URL: url,
  KNOWLEDGE_CHAT_KEY: key,
  KNOWLEDGE_CHAT_MODEL: model,
}: Pick<z.output<typeof Environment>, 'KNOWLEDGE_CHAT_URL' | 'KNOWLEDGE_CHAT_KEY' | 'KNOWLEDGE_CHAT_MODEL'>) {
  if (url === undefined && model === undefined && key === undefined) return null
  if (url === undefined || model === undefined)
    throw new ConfigError([
      'KNOWLEDGE_CHAT_URL and KNOWLEDGE_CHAT_MODEL are both required: replies are drafted when a KNOWLEDGE_CHAT_… setting is given',
    ])
  return { url, key: key ?? null, model }
}

function findBuiltRemotes(): string[] {
  return readdirSync(repositoryRoot)
    .filter((name) => name.startsWith('remote-'))
    .sort()
    .map(distOf)
    .filter((dist) => existsSync(join(dist, 'remote.json')))
}

function distOf(name: string): string {
  return resolve(repositoryRoot, `remote-${remoteId(name)}`, 'dist')
}

function isRemote(name: string): boolean {
  return existsSync(join(distOf(name), '..', 'remote.config.ts'))
}

/** Returns the default base URL for message content: LINE serves content from another host than its API. */
function dataApiOf(apiUrl: string): string {
  return apiUrl === 'https://api.line.me' ? 'https://api-data.line.me' : apiUrl
}
