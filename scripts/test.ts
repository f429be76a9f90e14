import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defineProgram, UsageError } from '../server/src/cli/run-command.ts'
import { runPlaywright } from './test/run-playwright.ts'
import { runVitest } from './test/run-vitest.ts'
import { Tally } from './test/test-results.ts'
import { branchPoint, git } from './tools/branch.ts'
import { runToEnd } from './tools/child-process.ts'
import { ensureChromium } from './tools/chromium.ts'
import { startDebianPostgres } from './tools/postgres.ts'
import { checkTypes } from './types.ts'

const USAGE = `Usage:
  pnpm test             types, linters, unit, server, component and end-to-end tests
  pnpm test --changed   what the changes since main (committed or not) can affect; for development
  pnpm test --all       also every server test on Debian's PostgreSQL

One file: node_modules/.bin/vitest run --project=<package> <file>`

/** Test files whose results depend on the version and the locale of PostgreSQL. */
const ON_EACH_POSTGRES = ['server/src/db/', 'plans.test.ts', 'server/src/search/']

const WITHOUT_DATABASE = [
  'src/**/*.cli.test.ts',
  'src/embedded-postgres/**',
  'src/main.test.ts',
  'src/unusable-data-dir.test.ts',
  'src/cli/run-command.test.ts',
  'src/releases/build-package.test.ts',
].map((files) => `**/${files}`)

const root = join(import.meta.dirname, '..')
const reports = join(tmpdir(), `oa-desk-test-${process.pid}`)
const tally = new Tally()

async function passes(program: string, args: string[]): Promise<boolean> {
  const { code } = await runToEnd(join(root, 'node_modules/.bin', program), args, { cwd: root, show: true })
  return code === 0
}

async function checkCode(): Promise<void> {
  tally.check('types', await checkTypes())
  tally.check('lint', await passes('biome', ['ci', '.']))
  tally.check('unused code and dependencies', await passes('knip', ['--no-config-hints']))
}

async function checkChangedCode(commit: string): Promise<void> {
  tally.check('types', await checkTypes())
  const files = [
    ...git(['diff', '--name-only', '--diff-filter=d', commit]),
    ...git(['ls-files', '--others', '--exclude-standard']),
  ]
  const args = ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files]
  if (files.length > 0) tally.check('lint', await passes('biome', args))
}

async function serverOnDebianPostgres(files: readonly string[]): Promise<void> {
  try {
    const postgres = await startDebianPostgres()
    if (postgres === undefined) {
      tally.note("Debian's postgresql: the server's tests ran only on the embedded database")
      return
    }
    await runVitest(tally, {
      name: 'server-on-debian-postgres',
      projects: ['server'],
      reports,
      env: { DATABASE_URL: postgres.url },
      files,
      excluded: WITHOUT_DATABASE,
    })
    await postgres.stop()
  } catch (error) {
    console.error(error)
    tally.check('the server on another PostgreSQL', false)
  }
}

async function runComponentTests(changedSince?: string): Promise<void> {
  if (!(await ensureChromium())) {
    const how = 'apt-get install chromium, or CHROMIUM_PATH'
    tally.note(`a Chromium browser (${how}): no component or end-to-end test ran`)
    tally.failed += 1
    return
  }
  await tally.time('components', () =>
    runVitest(tally, {
      name: 'components',
      projects: ['components'],
      reports,
      changedSince,
    }),
  )
  await tally.time('e2e', () => runPlaywright(tally, { reports, changedSince }))
}

export const main = defineProgram(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: { changed: { type: 'boolean' }, all: { type: 'boolean' } } })
  if (values.changed && values.all) throw new UsageError('--changed and --all exclude each other.')
  mkdirSync(reports, { recursive: true })
  try {
    const changedSince = values.changed ? branchPoint() : undefined
    await tally.time('code', () => (changedSince ? checkChangedCode(changedSince) : checkCode()))
    await tally.time('unit', () =>
      runVitest(tally, { name: 'unit', projects: ['!components'], reports, changedSince }),
    )
    if (changedSince === undefined)
      await tally.time('debian', () => serverOnDebianPostgres(values.all ? [] : ON_EACH_POSTGRES))
    await runComponentTests(changedSince)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  tally.print(root)
  process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1
})

if (import.meta.main) await main()
