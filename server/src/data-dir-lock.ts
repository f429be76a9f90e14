import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { describeFileError, StartError } from './start-error.ts'

/** Name of a lock file. `server`: for the server and its database; `start`: for all processes of the start script. */
export type LockName = 'server' | 'start'

export interface DataDirLock {
  /** True when the previous lock owner did not exit cleanly, so that one of its processes may still be running. */
  wasLeft: boolean
  release(): void
}

/**
 * Throws StartError when another process holds the lock. The operating system releases a lock however its process ends.
 * Uses SQLite, the only file locking that is included in Node; the lock file itself stays empty.
 */
export function lockDataDir(dataDir: string, name: LockName): DataDirLock {
  createDataDir(dataDir)
  const file = join(dataDir, `${name}.lock`)
  const pidFile = join(dataDir, `${name}.pid`)
  let lock: DatabaseSync | undefined
  try {
    restrictToOwner(file)
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock?.close()
    const { errcode } = error as { errcode?: number }
    if (errcode !== SQLITE_BUSY) throw dataDirError(dataDir, error, SQLITE_ERROR_CODES.get(errcode))
    throw new StartError(
      `DATA_DIR ${dataDir} is already in use${ownerText(pidFile)}. Stop it, or set another DATA_DIR.`,
    )
  }
  const held = lock
  const wasLeft = existsSync(pidFile)
  try {
    writeFileSync(pidFile, String(process.pid))
  } catch (error) {
    held.close()
    throw dataDirError(dataDir, error)
  }
  return {
    wasLeft,
    release() {
      rmSync(pidFile, { force: true })
      held.close()
    },
  }
}

/** Waits until no process holds the lock. Throws StartError like `lockDataDir` after `withinMs`. */
export async function waitUntilUnlocked(dataDir: string, name: LockName, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      lockDataDir(dataDir, name).release()
      return
    } catch (error) {
      if (performance.now() >= deadline) throw error
      await pause(POLL_MS)
    }
  }
}

const POLL_MS = 100

const SQLITE_BUSY = 5
/** SQLite's error codes for a file that is read-only, on a full disk, or cannot be opened. */
const SQLITE_ERROR_CODES = new Map<number | undefined, string>([
  [8, 'EACCES'],
  [13, 'ENOSPC'],
  [14, 'EACCES'],
])

/**
 * Makes the lock file readable only for its owner: any user who can read the file could lock it and block the start.
 * Never opens the file, because closing it would release the locks of this process.
 */
function restrictToOwner(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) writeFileSync(file, '', { mode: 0o600 })
  else if (found.uid === process.getuid?.()) chmodSync(file, 0o600)
}

function createDataDir(dataDir: string): void {
  try {
    const made = mkdirSync(dataDir, { recursive: true })
    if (made !== undefined) chmodSync(dataDir, 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw dataDirError(dataDir, error)
  }
}

/** Returns a StartError for an unusable folder. `code`: the operating system's error code, if `error` has none. */
function dataDirError(
  dataDir: string,
  error: unknown,
  code = (error as NodeJS.ErrnoException).code ?? '',
): StartError {
  const what = `DATA_DIR ${dataDir} cannot be used`
  return (
    describeFileError(what, code, { cause: error }) ??
    new StartError(`${what}: ${(error as Error).message}`, { cause: error })
  )
}

function ownerText(pidFile: string): string {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    return Number.isInteger(pid) ? ` by another OA Desk (process ${pid})` : ''
  } catch {
    return ''
  }
}
