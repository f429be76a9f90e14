import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { showUsageIfAsked } from '../server/src/cli/run-command.ts'
import { runToEnd } from './tools/child-process.ts'
import { ensureChromium } from './tools/chromium.ts'
import { startDebianPostgres } from './tools/postgres.ts'
import { checkTypes } from './types.ts'

const USAGE = `Usage:
  pnpm test

Runs everything: types, linters, the tests of each room, the components in a browser and the end-to-end tests. One file:
node_modules/.bin/vitest run --project=<room> <file>`
if (showUsageIfAsked(USAGE)) process.exit()

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const reports = join(tmpdir(), `oa-desk-test-${process.pid}`)

let passed = 0
let failed = 0
const missing: string[] = []
/** Names and first error lines of failed checks, printed again at the end. */
const failures: string[] = []

function count(name: string, good: boolean): void {
  if (good) passed += 1
  else {
    failed += 1
    failures.push(name)
  }
  console.log(`${good ? '✓' : '✗'} ${name}`)
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Returns the failed tests, and the files that could not be loaded. */
function failuresOf(report: VitestReport): string[] {
  return report.testResults.flatMap((file) => {
    const broken = file.assertionResults.filter((test) => test.status === 'failed')
    if (broken.length === 0 && file.status === 'failed') return [`${file.name}: ${firstLine(file.message)}`]
    return broken.map((test) => `${file.name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
}

/**
 * Runs the named Vitest projects and adds up their tests; a suite that cannot be loaded counts as a failure. Prints the
 * output as it arrives, or at the end when another run is active in parallel.
 */
async function vitest(
  name: string,
  projects: string[],
  env: NodeJS.ProcessEnv = {},
  { excluded = [], beside = false }: { excluded?: readonly string[]; beside?: boolean } = {},
): Promise<void> {
  const file = join(reports, `${name}.json`)
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  args.push(...projects.map((each) => `--project=${each}`), ...excluded.map((each) => `--exclude=${each}`))
  const result = await runToEnd(bin('vitest'), args, {
    cwd: root,
    // The tests start hundreds of programs from the same code.
    env: { ...process.env, NODE_COMPILE_CACHE: join(reports, 'compile-cache'), ...env },
    show: !beside,
  })
  if (beside) process.stdout.write(result.output)
  const report = readReport<VitestReport>(file)
  passed += report?.numPassedTests ?? 0
  const broken = (report?.numFailedTests ?? 0) || (report?.numFailedTestSuites ?? 0)
  failed += broken || (result.code === 0 ? 0 : 1)
  if (report) failures.push(...failuresOf(report))
  if (!broken && result.code !== 0)
    failures.push(`${name}: no test failed, and yet it ended with ${result.code}`)
}

/** Tests that do not depend on the PostgreSQL version: commands, and servers with an embedded database or none. */
const ON_ANY_POSTGRES = [
  'src/**/*.cli.test.ts',
  'src/embedded-postgres/**',
  'src/main.test.ts',
  'src/unusable-data-dir.test.ts',
  'src/cli/run-command.test.ts',
  'src/releases/build-room.test.ts',
].map((files) => `**/${files}`)

/** Runs the server's tests again on the distribution's PostgreSQL instead of the embedded one. */
async function serverOnDebianPostgres(): Promise<void> {
  try {
    const postgres = await startDebianPostgres()
    if (postgres === undefined) {
      missing.push("Debian's postgresql: the server's tests ran on the embedded database alone")
      return
    }
    await vitest(
      'server-on-debian-postgres',
      ['server'],
      { DATABASE_URL: postgres.url },
      { excluded: ON_ANY_POSTGRES },
    )
    await postgres.stop()
  } catch (error) {
    console.error(error)
    count('the server on another PostgreSQL', false)
  }
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

function failedSpecs(suite: PlaywrightSuite): string[] {
  const broken = suite.specs.filter((spec) => !spec.ok)
  const why = (spec: (typeof broken)[number]) =>
    spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error?.message
  return [
    ...broken.map((spec) => `${suite.file} › ${spec.title}: ${firstLine(why(spec))}`),
    ...(suite.suites ?? []).flatMap(failedSpecs),
  ]
}

/** Runs the end-to-end tests of the built product. A flaky test counts as failed. */
async function endToEnd(chromium: string): Promise<void> {
  const file = join(reports, 'e2e.json')
  const result = await runToEnd(
    bin('node'),
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    {
      cwd: join(root, 'e2e'),
      env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      show: true,
    },
  )
  const report = readReport<PlaywrightReport>(file)
  const stats = report?.stats
  passed += stats?.expected ?? 0
  const broken = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  failed += broken || (result.code === 0 ? 0 : 1)
  if (report) failures.push(...report.suites.flatMap(failedSpecs))
  if (!broken && result.code !== 0) failures.push(`e2e: no test failed, and yet it ended with ${result.code}`)
}

function firstLine(text = ''): string {
  return stripVTControlCharacters(text).trim().split('\n', 1)[0] ?? ''
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}

mkdirSync(reports, { recursive: true })
try {
  count('types', await checkTypes())
  count('lint', (await runToEnd(bin('biome'), ['ci', '.'], { cwd: root, show: true })).code === 0)
  count(
    'unused code and dependencies',
    (await runToEnd(bin('knip'), ['--no-config-hints'], { cwd: root, show: true })).code === 0,
  )
  await vitest('unit', ['!components'])
  await serverOnDebianPostgres()
  const chromium = await ensureChromium()
  if (chromium) {
    // Each mostly waits for its browser: in parallel they take little more time than the longer one.
    await Promise.all([
      endToEnd(chromium),
      vitest('components', ['components'], { CHROMIUM_PATH: chromium }, { beside: true }),
    ])
  } else {
    missing.push(
      'a Chromium browser (apt-get install chromium, or CHROMIUM_PATH): no component or end-to-end test ran',
    )
    failed += 1
  }
} finally {
  rmSync(reports, { recursive: true, force: true })
}
for (const line of failures) console.log(`failed: ${line.replace(root, '.')}`)
for (const line of missing) console.log(`missing: ${line}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
