import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { endChild } from '../tools/child-process.ts'

const LOG_MAX_BYTES = 5 * 1024 * 1024
/** Log lines from this level on (pino's warn) are shown in the terminal as well. */
const SHOWN_LEVEL = 40

/** A program of ours that runs beside `start`. */
export interface Child {
  name: string
  logFile: string
  /** Resolves when the program has ended; says how. */
  ended: Promise<string>
  /** The first message it sends for which `wanted` is true. */
  message: <T>(wanted: (value: unknown) => value is T) => Promise<T>
  /** Calls back for every message it sends. */
  onMessage: (listener: () => void) => void
  /** SIGTERM, and SIGKILL when it has not exited within `withinMs`. Resolves when its output is written, too. */
  stop: (withinMs: number) => Promise<void>
}

/** Runs a TypeScript program of the repository. What it prints goes to `<logDir>/<name>.log`; warnings are shown as well. */
export function startChild(
  name: string,
  program: string,
  options: { root: string; env: NodeJS.ProcessEnv; logDir: string; show: (line: string) => void },
): Child {
  const guard = pathToFileURL(join(options.root, 'scripts/start/die-with-parent.ts')).href
  const child = spawn(process.execPath, ['--import', guard, join(options.root, program)], {
    cwd: options.root,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = whenEnded(child)
  const logFile = keepLog(child, name, options)
  return {
    name,
    logFile,
    ended,
    message: (wanted) =>
      new Promise((resolve) => {
        child.on('message', (value) => {
          if (wanted(value)) resolve(value)
        })
      }),
    onMessage: (listener) => void child.on('message', () => listener()),
    async stop(withinMs) {
      await endChild(child, withinMs)
      await ended
    },
  }
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // `close` comes after the last of its output.
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
}

function keepLog(
  child: ChildProcess,
  name: string,
  { logDir, show }: { logDir: string; show: (line: string) => void },
): string {
  mkdirSync(logDir, { recursive: true })
  const file = join(logDir, `${name}.log`)
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.old`)
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 })
  log.on('error', (error) => show(`${file} cannot be written: ${error.message}`))
  const take = (line: string, isError: boolean) => {
    log.write(`${line}\n`)
    const shown = forPeople(line, isError)
    if (shown !== undefined) show(shown)
  }
  if (child.stdout) createInterface(child.stdout).on('line', (line) => take(line, false))
  if (child.stderr) createInterface(child.stderr).on('line', (line) => take(line, true))
  child.once('close', () => log.end())
  return file
}

/** Warnings of a JSON log as plain text, and every line that is not JSON. */
function forPeople(line: string, isError: boolean): string | undefined {
  if (!line.startsWith('{')) return isError && line.trim() !== '' ? line : undefined
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: number
      msg?: string
      err?: { message?: string }
    }
    if (level === undefined || level < SHOWN_LEVEL) return undefined
    return err?.message ? `${msg}: ${err.message}` : msg
  } catch {
    return line
  }
}
