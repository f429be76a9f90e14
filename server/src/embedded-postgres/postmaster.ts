import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

const STOP_BY_ITSELF_MS = 5_000
const FAST_STOP_MS = 15_000
const IMMEDIATE_STOP_MS = 10_000
const POLL_MS = 25

/** The caller must hold the data directory's lock. First waits, because a postmaster ends soon after its parent. */
export async function clearOldPostmaster(pgData: string, onWait: (pid: number) => void): Promise<void> {
  const pidFile = join(pgData, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined) return
  if (isPostmasterOf(pid, pgData)) {
    onWait(pid)
    const stopped = (await gone(pid, pgData, STOP_BY_ITSELF_MS)) || (await stopPostmaster(pid, pgData))
    if (!stopped)
      throw new StartError(
        `A previous database (process ${pid}) in ${pgData} does not stop. Stop it, then start again.`,
      )
  }
  rmSync(pidFile, { force: true })
}

/** Tries a fast shutdown, then an immediate one, after which the next start must recover the database. */
async function stopPostmaster(pid: number, pgData: string): Promise<boolean> {
  signal(pid, 'SIGINT')
  if (await gone(pid, pgData, FAST_STOP_MS)) return true
  signal(pid, 'SIGQUIT')
  return gone(pid, pgData, IMMEDIATE_STOP_MS)
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Compares the process's working directory (for a postmaster, the data directory), because pids are reused. */
function isPostmasterOf(pid: number, pgData: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgData)
  } catch {
    const found = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 })
    return found.status === 0 && found.stdout.includes('postgres') && found.stdout.includes(pgData)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has exited or belongs to another user; the wait that follows will show which.
  }
}

async function gone(pid: number, pgData: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (!isPostmasterOf(pid, pgData)) return true
    await pause(POLL_MS)
  }
  return false
}
