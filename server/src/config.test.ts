import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ConfigError,
  readConfig,
  readDatabaseConfig,
  readMediaConfig,
  readOpenSettings,
  readReleaseConfig,
} from './config.ts'

const login = { LINE_LOGIN_CLIENT_ID: '1600000000', LINE_LOGIN_CLIENT_SECRET: 'secret' }

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('reading the configuration', () => {
  test('reads the settings of an embedding server when its URL and model are set', () => {
    const url = { KNOWLEDGE_EMBEDDING_URL: 'https://api.example.com/v1/' }
    expect(problemsOf({ ...login, ...url })).toHaveLength(1)
    expect(readConfig(login).knowledge.embedding).toBeNull()
    expect(readConfig({ ...login, ...url, KNOWLEDGE_EMBEDDING_MODEL: 'm' }).knowledge.embedding).toEqual({
      url: 'https://api.example.com/v1',
      key: null,
      model: 'm',
      least: 0.35,
    })
  })

  test('allows knowledge pages on this machine only in a demo', () => {
    const pages = { KNOWLEDGE_TEST_PAGES: 'http://127.0.0.1:8099/a' }
    expect(problemsOf({ ...login, ...pages })).toEqual([
      'KNOWLEDGE_TEST_PAGES is for tests and requires DEMO=1',
    ])
    expect(readConfig(login).knowledge.testOrigin).toBeNull()
    const demo = { DEMO: '1', SIMULATOR_URL: 'http://127.0.0.1:8081' }
    expect(readConfig({ ...login, ...pages, ...demo }).knowledge.testOrigin).toBe('http://127.0.0.1:8099')
  })

  test('requires only the login channel and uses the URLs of LINE by default', () => {
    const config = readConfig(login)
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      publicUrl: 'http://localhost:8080',
      login: {
        clientId: '1600000000',
        redirectUri: 'http://localhost:8080/line-oauth-callback',
        authorizeUrl: 'https://access.line.me/oauth2/v2.1/authorize',
      },
      line: { apiUrl: 'https://api.line.me', dataApiUrl: 'https://api-data.line.me' },
      session: { idleHours: 168, maxHours: 720 },
      demo: false,
      uploads: { bytesPerDay: 2_147_483_648 },
      media: { freeBytes: 1_073_741_824, customerBytesPerDay: 1_073_741_824 },
      knowledgeChat: null,
      imageProcesses: 1,
      trustProxy: 0,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect(config.releasesDir).toBe(`${config.dataDir}/releases`)
  })

  test('reports every missing or invalid variable in one line each', () => {
    const problems = problemsOf({
      PORT: '80a',
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'desk.example',
      ALLOWED_ORIGINS: 'https://desk.example.com, *',
      SESSION_IDLE_HOURS: '721',
      SESSION_MAX_HOURS: '1.5',
      LOG_LEVEL: 'loud',
      DEMO: 'yes',
    })
    const names = problems.map((problem) => problem.split(' ')[0])
    expect(names.sort()).toEqual([
      'ALLOWED_ORIGINS',
      'DATABASE_URL',
      'DEMO',
      'LINE_LOGIN_CLIENT_ID',
      'LINE_LOGIN_CLIENT_SECRET',
      'LOG_LEVEL',
      'PORT',
      'PUBLIC_URL',
      'SESSION_IDLE_HOURS',
      'SESSION_MAX_HOURS',
    ])
    for (const problem of problems) expect(problem).not.toContain('\n')
  })

  test.each([
    'postgres://desk:geh#eim@db.example/desk',
    'postgres://desk:12#eim@db.example/desk',
    'postgres://desk:geh/eim@db.example/desk',
    'postgres://desk:12/eim@db.example/desk',
    'postgres://desk:12?eim@db.example/desk',
    'postgres://desk:12@3/eim@db.example/desk',
    'postgres://desk:geh%eim@db.example/desk',
    'geheim',
  ])('rejects a database URL with an unencoded password and prints no part of it: %s', (url) => {
    const problems = problemsOf({ ...login, DATABASE_URL: url, DATABASE_MIGRATION_URL: url })
    expect(problems).toHaveLength(2)
    for (const problem of problems) {
      expect(problem).toMatch(/^DATABASE_(MIGRATION_)?URL must look like .* percent-encoded/)
      expect(problem).not.toMatch(/eim|geh|12/)
    }
  })

  test('accepts a database URL with a percent-encoded password', () => {
    const url = 'postgres://desk:%23%2F%3F%40%25@db.example/desk?host=%2Ftmp%2Fa'
    expect(readConfig({ ...login, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('limits sessions to 7 days without use and 30 days in total by default, or to the configured hours', () => {
    expect(readConfig(login).session).toEqual({ idleHours: 168, maxHours: 720 })
    const hours = { SESSION_IDLE_HOURS: '8', SESSION_MAX_HOURS: '24' }
    expect(readConfig({ ...login, ...hours }).session).toEqual({ idleHours: 8, maxHours: 24 })
  })

  test('reads a chat endpoint for drafts from URL, model and an optional key', () => {
    const [url, model] = ['https://ai.example.com/v1/', 'small']
    expect(
      readConfig({ ...login, KNOWLEDGE_CHAT_URL: url, KNOWLEDGE_CHAT_MODEL: model }).knowledgeChat,
    ).toEqual({
      url: 'https://ai.example.com/v1',
      key: null,
      model,
    })
    expect(problemsOf({ ...login, KNOWLEDGE_CHAT_KEY: 'a-key' })).toHaveLength(1)
    expect(problemsOf({ ...login, KNOWLEDGE_CHAT_URL: url })).toHaveLength(1)
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ ...login, PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toMatchObject({
      port: 8080,
      databaseUrl: null,
      logLevel: 'info',
    })
    expect(problemsOf({ ...login, LINE_LOGIN_CLIENT_ID: '' })).toHaveLength(1)
  })

  test('derives URLs from PUBLIC_URL and PORT', () => {
    expect(readConfig({ ...login, PORT: '9000' }).login.redirectUri).toBe(
      'http://localhost:9000/line-oauth-callback',
    )
    const config = readConfig({ ...login, PUBLIC_URL: 'https://desk.example.com/' })
    expect(config.publicUrl).toBe('https://desk.example.com')
    expect(config.login.redirectUri).toBe('https://desk.example.com/line-oauth-callback')
  })

  test('LINE_DATA_API_URL defaults to LINE_API_URL when that is set', () => {
    expect(readConfig({ ...login, LINE_API_URL: 'http://localhost:8090/' }).line).toEqual({
      apiUrl: 'http://localhost:8090',
      dataApiUrl: 'http://localhost:8090',
    })
  })

  test('requires SIMULATOR_URL with DEMO=1', () => {
    expect(problemsOf({ ...login, DEMO: '1' })).toEqual([expect.stringContaining('SIMULATOR_URL')])
  })
})

describe('media settings', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'desk-media',
    S3_ACCESS_KEY_ID: 'an-id',
    S3_SECRET_ACCESS_KEY: 'a-secret',
  }

  test('media settings use a folder of DATA_DIR, or MEDIA_DIR', () => {
    expect(readMediaConfig({ DATA_DIR: '/srv/desk' }).media).toMatchObject({
      dir: '/srv/desk/media',
      s3: null,
    })
    expect(readMediaConfig({ MEDIA_DIR: '/srv/media' }).media.dir).toBe('/srv/media')
  })

  test('media settings use a bucket when all variables of the bucket are set', () => {
    expect(readConfig({ ...login, ...bucket }).media.s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'desk-media',
      region: 'us-east-1',
      accessKeyId: 'an-id',
      secretAccessKey: 'a-secret',
    })
  })

  test.each(Object.keys(bucket))('report a bucket without %s in one line', (missing) => {
    const half = Object.fromEntries(Object.entries(bucket).filter(([name]) => name !== missing))
    const start = () => readConfig({ ...login, ...half })
    expect(start).toThrow(new RegExp(`^${missing} must be set too: .*$`))
  })

  test('excludes the access key and secret of a bucket from the settings in backups', () => {
    expect(Object.keys(readOpenSettings(bucket))).toEqual(['S3_ENDPOINT', 'S3_BUCKET'])
  })
})

test('requires no login channel for command-line programs', () => {
  expect(readDatabaseConfig({ DATABASE_URL: 'postgres://a@b/c' })).toMatchObject({
    databaseUrl: 'postgres://a@b/c',
    databaseMigrationUrl: 'postgres://a@b/c',
  })
})

test('command-line programs read the same release folders from the environment as the server', () => {
  const environment = { DATA_DIR: '/tmp/desk', HOST_DIST: '/tmp/host', RELEASES_DIR: '' }
  const { releasesDir, hostDist } = readConfig({ ...login, ...environment })
  expect(readReleaseConfig(environment)).toEqual({ releasesDir, hostDist })
  expect(readReleaseConfig({ RELEASES_DIR: '/tmp/releases' }).releasesDir).toBe('/tmp/releases')
})
