import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const SOURCES = resolve(import.meta.dirname, '..')

export interface CliOutcome {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Returns the environment variables that this repository's programs need. Processes share compiled code if the test run
 * enables it.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/**
 * Runs a command line program (`staff.cli.ts`) as a process with only the given environment variables. This takes a
 * second of CPU time, so use `runCli` unless the test is about the process.
 */
export function runCliProcess(
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<CliOutcome> {
  const child = spawn(process.execPath, [resolve(SOURCES, program), ...args], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })))
}

/** Program of util-linux that creates a terminal. */
const TERMINAL = '/usr/bin/script'
export const hasTerminal = existsSync(TERMINAL)

/**
 * Runs a program like `runCliProcess`, but in a terminal. Each answer is typed when its question appears. `shown` is
 * the complete output of the terminal.
 */
export function runAtTerminal(
  program: string,
  args: string[],
  environment: Record<string, string>,
  responses: readonly [question: RegExp, response: string][],
): Promise<{ code: number | null; shown: string }> {
  const command = [process.execPath, resolve(SOURCES, program), ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const left = [...responses]
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += chunk
    if (left[0]?.[0].test(shown)) child.stdin.write(`${left.shift()?.[1]}\r`)
  })
  return new Promise((done) => child.once('close', (code) => done({ code, shown })))
}
