import { join } from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import { runToEnd } from '../tools/child-process.ts'
import { firstLine, readReport, type Tally } from './test-results.ts'

const root = join(import.meta.dirname, '../..')

export interface VitestRun {
  /** Name of the run and of its report file. */
  name: string
  projects: string[]
  reports: string
  env?: NodeJS.ProcessEnv
  /** Runs only test files whose path contains one of these texts. */
  files?: readonly string[]
  excluded?: readonly string[]
  /** Runs only tests that changes since this commit can affect. */
  changedSince?: string | undefined
}

/** Runs Vitest. A test file that cannot be loaded is reported as one failure. */
export async function runVitest(tally: Tally, run: VitestRun): Promise<void> {
  const report = join(run.reports, `${run.name}.json`)
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  args.push(...run.projects.map((project) => `--project=${project}`))
  args.push(...(run.excluded ?? []).map((pattern) => `--exclude=${pattern}`))
  if (run.changedSince) args.push(`--changed=${run.changedSince}`, '--passWithNoTests')
  args.push(...(run.files ?? []))
  const { code } = await runToEnd(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    // Shares a compile cache, because tests start hundreds of processes with the same code.
    env: { ...process.env, NODE_COMPILE_CACHE: join(run.reports, 'compile-cache'), ...run.env },
    show: true,
  })
  const result = readReport<JsonTestResults>(report)
  tally.add(run.name, {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) || (result?.numFailedTestSuites ?? 0),
    failures: result ? failuresOf(result) : [],
    code,
    tests: (result?.testResults ?? []).flatMap((file) =>
      file.assertionResults.map(({ fullName, duration }) => ({
        name: `${file.name} › ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  })
}

function failuresOf(report: JsonTestResults): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [`${file.name}: ${firstLine(file.message)}`]
    return failed.map((test) => `${file.name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
}
