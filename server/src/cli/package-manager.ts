import { readFileSync } from 'node:fs'

const POLL_MS = 500
/** Matches `npm exec pnpm serve`, `/usr/bin/node …/pnpm.cjs serve`, and a shell that npm or pnpm started: `sh -c …`. */
const PACKAGE_MANAGER = /(^|[/\0 ])p?np[mx](-cli)?(\.c?js)?([\0 ]|$)/
const SHELL = /^([^\0]*\/)?sh\0-c\0/

/** Detects the end of the package manager: npx ends on SIGTERM without passing the signal to this program. */
export function onPackageManagerExit(environment: NodeJS.ProcessEnv, notify: () => void): void {
  if (environment.npm_lifecycle_event === undefined) return
  const line = startedBy()
  if (line.length === 0) return
  const timer = setInterval(() => {
    const isWhole = line.every(
      (pid, index) => (index === 0 ? process.ppid : parentOf(line[index - 1])) === pid,
    )
    if (isWhole) return
    clearInterval(timer)
    notify()
  }, POLL_MS)
  timer.unref()
}

/** Returns process ids from the parent process up to the outermost package manager; without /proc only the parent's. */
function startedBy(): number[] {
  const line: number[] = []
  let length = 0
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid) ?? 0) {
    const command = readProc(pid, 'cmdline')
    if (command === undefined) return [process.ppid]
    const isPackageManager = !SHELL.test(command) && PACKAGE_MANAGER.test(command)
    if (!isPackageManager && !SHELL.test(command)) break
    line.push(pid)
    if (isPackageManager) length = line.length
  }
  return line.slice(0, length)
}

function parentOf(pid: number | undefined): number | undefined {
  // The fields of /proc/…/stat follow the command name, which is in parentheses and can contain any character.
  const fields =
    pid === undefined ? undefined : readProc(pid, 'stat')?.replace(/^.*\)/s, '').trim().split(' ')
  return fields?.[1] === undefined ? undefined : Number(fields[1])
}

function readProc(pid: number, name: 'cmdline' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
