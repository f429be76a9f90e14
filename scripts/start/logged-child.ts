import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { endChild } from '../tools/child-process.ts'

const LOG_MAX_BYTES = 5 * 1024 * 1024
/** Lowest level that is shown: pino's `warn`. */
const SHOWN_LEVEL = 40

export interface Child {
  name: string
  logFile: string
  ended: Promise<string>
  message: <T>(wanted: (value: unknown) => value is T) => Promise<T>
  onMessage: (listener: () => void) => void
  /** Stops the child with SIGTERM, and with SIGKILL after `withinMs`. Resolves when the whole output is written. */
  stop: (withinMs: number) => Promise<void>
}

export function startChild(
  name: string,
  program: string,
  options: { root: string; env: NodeJS.ProcessEnv; logDir: string; show: (line: string) => void },
): Child {
  const dieWithParentUrl = pathToFileURL(join(options.root, 'scripts/start/die-with-parent.ts')).href
  const child = spawn(process.execPath, ['--import', dieWithParentUrl, join(options.root, program)], {
    cwd: options.root,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = whenEnded(child)
  const logFile = openLogFile(child, name, options)
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
    // Waits for `close`, which is emitted after the last output.
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
}

function openLogFile(
  child: ChildProcess,
  name: string,
  { logDir, show }: { logDir: string; show: (line: string) => void },
): string {
  mkdirSync(logDir, { recursive: true })
  const file = join(logDir, `${name}.log`)
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.old`)
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 })
  log.on('error', (error) => show(`${file} cannot be written: ${error.message}`))
  const onLine = (line: string, isError: boolean) => {
    log.write(`${line}\n`)
    const shown = consoleLine(line, isError)
    if (shown !== undefined) show(shown)
  }
  if (child.stdout) createInterface(child.stdout).on('line', (line) => onLine(line, false))
  if (child.stderr) createInterface(child.stderr).on('line', (line) => onLine(line, true))
  child.once('close', () => log.end())
  return file
}

function consoleLine(line: string, isError: boolean): string | undefined {
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
