import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface RunResult {
  passed: number
  failed: number
  failures: string[]
  code: number
  tests: { name: string; ms: number }[]
}

const SLOWEST = 10

export class Tally {
  passed = 0
  failed = 0
  /** Names of failed tests, each with the first line of the reason. */
  private readonly failures: string[] = []
  private readonly missing: string[] = []
  private readonly tests: RunResult['tests'] = []
  private readonly steps: string[] = []

  check(name: string, isGood: boolean): void {
    if (isGood) this.passed += 1
    else {
      this.failed += 1
      this.failures.push(name)
    }
    console.log(`${isGood ? '✓' : '✗'} ${name}`)
  }

  /** Adds the result of a run. An exit code other than 0 without a failed test is added as one failure. */
  add(name: string, run: RunResult): void {
    this.passed += run.passed
    this.tests.push(...run.tests)
    this.failures.push(...run.failures)
    const isUnexplained = run.failed === 0 && run.code !== 0
    this.failed += isUnexplained ? 1 : run.failed
    if (isUnexplained) this.failures.push(`${name}: no test failed, and yet it ended with ${run.code}`)
  }

  async time(name: string, step: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    await step()
    this.steps.push(`${name} ${seconds(performance.now() - startedAt)}`)
  }

  note(what: string): void {
    this.missing.push(what)
  }

  /** Prints the results. The last line contains the totals. */
  print(root: string): void {
    const slowest = this.tests.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
    for (const { name, ms } of slowest) console.log(`slow: ${seconds(ms)} ${name.replace(root, '.')}`)
    console.log(`time: ${this.steps.join(', ')}`)
    for (const line of this.failures) console.log(`failed: ${line.replace(root, '.')}`)
    for (const line of this.missing) console.log(`missing: ${line}`)
    console.log(`${this.passed} passed, ${this.failed} failed`)
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`

export function firstLine(text = ''): string {
  return stripVTControlCharacters(text).trim().split('\n', 1)[0] ?? ''
}

/** Returns undefined when the runner has written no report. */
export function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
