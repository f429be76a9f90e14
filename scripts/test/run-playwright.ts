import { join } from 'node:path'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from 'playwright/types/testReporter'
import { runToEnd } from '../tools/child-process.ts'
import { firstLine, type RunResult, readReport, type Tally } from './test-results.ts'

const root = join(import.meta.dirname, '../..')

export interface PlaywrightRun {
  reports: string
  /** Runs only test files that changed since this commit, or that import a changed file. */
  changedSince?: string | undefined
}

/** Reports a flaky test as failed. Failed tests run once more with traces; the second run changes no result. */
export async function runPlaywright(tally: Tally, run: PlaywrightRun): Promise<void> {
  const file = join(run.reports, 'e2e.json')
  const args = ['--reporter=list,json']
  if (run.changedSince) args.push(`--only-changed=${run.changedSince}`, '--pass-with-no-tests')
  const code = await playwright(run, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = readReport<JSONReport>(file)
  const failed = (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0)
  tally.add('e2e', {
    passed: report?.stats.expected ?? 0,
    failed,
    failures: (report?.suites ?? []).flatMap(failedSpecs),
    code,
    tests: (report?.suites ?? []).flatMap(durations),
  })
  if (failed === 0) return
  console.log('Once more with traces (e2e/test-results), for diagnosis only:')
  await playwright(run, ['--last-failed', '--trace=on', '--reporter=list'])
}

async function playwright(run: PlaywrightRun, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const result = await runToEnd(
    join(root, 'node_modules/.bin/node'),
    ['node_modules/@playwright/test/cli.js', 'test', ...args],
    {
      cwd: join(root, 'e2e'),
      // Shares a compile cache, because the product is started again and again.
      env: { ...process.env, NODE_COMPILE_CACHE: join(run.reports, 'compile-cache'), ...env },
      show: true,
    },
  )
  return result.code
}

function failedSpecs(suite: JSONReportSuite): string[] {
  const failed = suite.specs.filter((spec) => !spec.ok)
  return [
    ...failed.map((spec) => {
      const error = resultsOf(spec).find((result) => result.error)?.error
      return `${suite.file}:${error?.location?.line ?? ''} › ${spec.title}: ${firstLine(error?.message)}`
    }),
    ...(suite.suites ?? []).flatMap(failedSpecs),
  ]
}

function durations(suite: JSONReportSuite): RunResult['tests'] {
  return [
    ...suite.specs.map((spec) => ({
      name: `${suite.file} › ${spec.title}`,
      ms: resultsOf(spec).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...(suite.suites ?? []).flatMap(durations),
  ]
}

const resultsOf = (spec: JSONReportSpec) => spec.tests.flatMap((test) => test.results)
