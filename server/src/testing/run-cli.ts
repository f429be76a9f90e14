import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const SOURCES = resolve(import.meta.dirname, '..')

export interface CliOutcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program of the command line (`staff/staff.cli.ts`) with nothing in its environment but what is given. */
export function runCli(
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<CliOutcome> {
  const child = spawn(process.execPath, [resolve(SOURCES, program), ...args], {
    env: { PATH: process.env.PATH, ...environment },
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
