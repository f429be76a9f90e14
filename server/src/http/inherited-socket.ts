import { StartError } from '../start-error.ts'

/** Number of the first file descriptor that systemd passes to a service (socket activation, sd_listen_fds). */
export const INHERITED_FD = 3

/** Detects a socket from systemd (docs/operate.md, 7). Removes LISTEN_*, which do not apply to child processes. */
export function detectInheritedSocket(environment: NodeJS.ProcessEnv, pid = process.pid): boolean {
  const { LISTEN_FDS: count = '', LISTEN_PID: receiver = '' } = environment
  for (const name of Object.keys(environment)) if (NAMES.test(name)) delete environment[name]
  if (count === '' || count === '0') return false
  // A different LISTEN_PID means that the variables were inherited by mistake. A parent that cannot know this process's
  // id omits LISTEN_PID.
  if (receiver !== '' && receiver !== String(pid)) return false
  if (count !== '1') throw new StartError(`LISTEN_FDS is ${count}, but the desk listens on one socket.`)
  return true
}

const NAMES = /^LISTEN_(FDS|PID|PIDFDID|FDNAMES)$/

export function notASocketError(error: unknown): StartError {
  const { message } = error as Error
  return new StartError(
    `LISTEN_FDS is set, but descriptor ${INHERITED_FD} is not a listening socket (${message}).`,
  )
}
