import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const SOURCES = resolve(import.meta.dirname, '..')

export interface CliOutcome {
  code: number | null
  stdout: string
  stderr: string
}

/** What a program of ours needs of this environment; compiled code is shared between runs where the run of all tests says so. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** Runs a program of the command line (`staff/staff.cli.ts`) with nothing in its environment but what is given. */
export function runCli(
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
