import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readDatabaseConfig, readMediaConfig } from './config.ts'
import { publicApiUrlProblem } from './setting-urls.ts'

const LOGIN = { LINE_LOGIN_CLIENT_ID: '1600000000', LINE_LOGIN_CLIENT_SECRET: 'client-secret' }

function problemsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const DATABASE = ['DATABASE_URL', 'DATABASE_MIGRATION_URL']

describe('database URL', () => {
  test.each([
    ['mysql://desk:sesame@db/desk', 'must look like postgres://'],
    ['http://desk:sesame@db/desk', 'must look like postgres://'],
    ['postgres:desk:sesame@db/desk', 'must look like postgres://'],
    ['desk:sesame@db/desk', 'must look like postgres://'],
    ['db.example/desk', 'must look like postgres://'],
    ['   ', 'is blank'],
    [' postgres://desk:sesame@db/desk', 'starts or ends with white space'],
    ['postgres://desk:sesame@db/desk\n', 'starts or ends with white space'],
    ['"postgres://desk:sesame@db/desk"', 'is enclosed in quotes or brackets'],
    ["'postgres://desk:sesame@db/desk'", 'is enclosed in quotes or brackets'],
    ['<postgres://desk:sesame@db/desk>', 'is enclosed in quotes or brackets'],
    ['postgres://desk:ses ame@db/desk', 'contains white space'],
    ['postgres://', 'has no host'],
    ['postgres:///desk', 'has no host'],
    ['postgres://desk:sesame@/desk', 'has no host'],
    ['postgres://desk:sesame@:5432/desk', 'has no host'],
    ['postgres://desk:sesame@db', 'has no database name'],
    ['postgres://desk:sesame@db:5432/', 'has no database name'],
    ['postgres://desk:sesame@db?sslmode=require', 'has no database name'],
    ['postgres://desk:ses#ame@db/desk', 'percent-encoded'],
    ['postgres://desk:ses/ame@db/desk', 'percent-encoded'],
    ['postgres://desk:ses?ame@db/desk', 'percent-encoded'],
    ['postgres://desk:ses%ame@db/desk', 'percent-encoded'],
    ['postgres://desk:s@s/ame@db/desk', 'percent-encoded'],
    ['postgres://desk:sesame@db:port/desk', 'percent-encoded'],
  ])('rejects the database URL %j with problem and format, without the password', (url, words) => {
    const problems = problemsOf(() => readDatabaseConfig({ DATABASE_URL: url, DATABASE_MIGRATION_URL: url }))
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(DATABASE)
    for (const problem of problems) {
      expect(problem).toContain(words)
      expect(problem).toContain('postgres://user:password@host:5432/database')
      expect(problem).not.toMatch(/\n|sesame|ses|ame@/)
    }
  })

  test.each([
    'postgres://desk@db/desk',
    'postgresql://desk:a%23b%2Fc%3Fd%40e%25@db.example:5433/desk?sslmode=require',
    'postgres://desk:p@ss@db/desk',
    'postgres://desk:x@[::1]:5432/desk',
    'postgres:///desk?host=/run/postgresql',
    'postgres://desk:x@db/desk?host=%2Ftmp%2Fa',
  ])('accepts the database URL %j unchanged', (url) => {
    expect(readDatabaseConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })
})

describe('PUBLIC_URL', () => {
  test.each([
    ['desk.example.com', 'must be a URL that starts with http:// or https://'],
    ['//desk.example.com', 'must be a URL that starts with http:// or https://'],
    ['https:/desk.example.com', 'must be a URL that starts with http:// or https://'],
    ['ftp://desk.example.com', 'must be a URL that starts with http:// or https://'],
    ['wss://desk.example.com', 'must be a URL that starts with http:// or https://'],
    ['https://', 'is not a valid URL'],
    ['https://desk.example.com:port', 'is not a valid URL'],
    ['https://desk.example.com:8080:90', 'is not a valid URL'],
    ['https://desk.example.com/desk', 'must not contain a path'],
    ['https://desk.example.com/desk/', 'must not contain a path'],
    ['https://https://desk.example.com', 'must not contain a path'],
    ['https://desk.example.com?a=1', 'must not contain a ? or # part'],
    ['https://desk.example.com/?', 'must not contain a ? or # part'],
    ['https://desk.example.com/#top', 'must not contain a ? or # part'],
    ['https://somchai:sesame@desk.example.com', 'must not contain a user name or password'],
    ['https://somchai@desk.example.com', 'must not contain a user name or password'],
    ['https://@desk.example.com', 'must not contain a user name or password'],
    ['\t', 'is blank'],
    [' https://desk.example.com', 'starts or ends with white space'],
    ['https://desk.example.com\r\n', 'starts or ends with white space'],
    ['https://desk example.com', 'contains white space'],
    ['"https://desk.example.com"', 'is enclosed in quotes or brackets'],
    ["'https://desk.example.com'", 'is enclosed in quotes or brackets'],
  ])('rejects the PUBLIC_URL %j in one line with the problem and the format', (url, words) => {
    const [problem = '', ...others] = problemsOf(() => readConfig({ ...LOGIN, PUBLIC_URL: url }))
    expect(others).toEqual([])
    expect(problem).toMatch(/^PUBLIC_URL /)
    expect(problem).toContain(words)
    expect(problem).toContain('https://desk.example.com')
    expect(problem).not.toMatch(/\n|sesame|somchai/)
  })

  test.each([
    ['https://desk.example.com', 'https://desk.example.com'],
    ['https://desk.example.com/', 'https://desk.example.com'],
    ['HTTPS://Desk.Example.com:443', 'https://desk.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://192.168.1.5', 'http://192.168.1.5'],
    ['http://desk:8080', 'http://desk:8080'],
    ['http://desk.internal', 'http://desk.internal'],
  ])('reads the PUBLIC_URL %j as %j', (url, publicUrl) => {
    expect(readConfig({ ...LOGIN, PUBLIC_URL: url }).publicUrl).toBe(publicUrl)
  })
})

describe('unencrypted http', () => {
  const plainHttp = (settings: Record<string, string>) => readConfig({ ...LOGIN, ...settings }).plainHttp

  test.each(['http://desk.example.com', 'HTTP://desk.example.com:8080', 'http://203.0.113.7'])(
    'allows and reports unencrypted http for %s, which may be in a private network',
    (url) => {
      expect(
        plainHttp({ PUBLIC_URL: url, PUBLIC_MEDIA_URL: url, LINE_LOGIN_REDIRECT_URI: `${url}/a` }),
      ).toEqual(['PUBLIC_URL', 'PUBLIC_MEDIA_URL', 'LINE_LOGIN_REDIRECT_URI'])
      expect(plainHttp({ PUBLIC_URL: 'https://desk.example.com', PUBLIC_MEDIA_URL: url })).toEqual([
        'PUBLIC_MEDIA_URL',
      ])
    },
  )

  test.each([
    'https://desk.example.com',
    'http://localhost:8080',
    'http://192.168.1.5',
    'http://[fd00::1]:8080',
    'http://desk',
    'http://desk.lan',
  ])('does not report unencrypted http for %s', (url) => {
    expect(plainHttp({ PUBLIC_URL: url })).toEqual([])
  })

  test('does not report unencrypted http for the default URL', () => {
    expect(plainHttp({})).toEqual([])
  })
})

describe('PUBLIC_API_URL', () => {
  test.each([
    'api.example.com',
    '//api.example.com',
    'https:/api.example.com',
    'wss://api.example.com',
    'https://',
    'https://api.example.com:port',
    'https://u:sesame@api.example.com',
    'https://api.example.com?a=1',
    'https://api.example.com#a',
    '"https://api.example.com"',
    ' https://api.example.com',
    'https://api example.com',
    ' ',
  ])('rejects the PUBLIC_API_URL %j in one line with the format', (url) => {
    const problem = publicApiUrlProblem({ PUBLIC_API_URL: url })
    expect(problem).toMatch(/^PUBLIC_API_URL [^\n]+; write it as https:|^PUBLIC_API_URL [^\n]+, as https:/)
    expect(problem).not.toContain('sesame')
  })

  test.each([
    undefined,
    '',
    'https://api.example.com/',
    'http://127.0.0.1:8080',
    'https://api.example.com/v1',
  ])('accepts the PUBLIC_API_URL %j', (url) => {
    expect(publicApiUrlProblem({ PUBLIC_API_URL: url })).toBeUndefined()
  })
})

test.each([
  'PUBLIC_MEDIA_URL',
  'LINE_LOGIN_REDIRECT_URI',
  'LINE_AUTHORIZE_URL',
  'LINE_API_URL',
  'LINE_DATA_API_URL',
  'SIMULATOR_URL',
  'KNOWLEDGE_CHAT_URL',
  'KNOWLEDGE_EMBEDDING_URL',
  'S3_ENDPOINT',
])('the URL setting %s may have a path, and a malformed URL is rejected in one line', (name) => {
  const path = 'https://api.example.com/v1'
  const read = (value: string) =>
    problemsOf(() =>
      (name.startsWith('S3') ? readMediaConfig : readConfig)({ ...LOGIN, [name]: value }),
    ).filter((problem) => problem.startsWith(`${name} `) && problem.includes(path))
  expect(read(`${path}/`)).toEqual([])
  for (const value of [
    'api.example.com',
    'https://u:sesame@api.example.com',
    `${path}?a=1`,
    `"${path}"`,
    ' ',
  ])
    expect(read(value), value).toEqual([expect.not.stringMatching(/\n|sesame/)])
})
