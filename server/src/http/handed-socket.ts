import { StartError } from '../start-error.ts'

/** Where systemd's protocol (sd_listen_fds) begins to hand over sockets. */
export const HANDED_FD = 3

/**
 * Whether whoever started us has handed us a socket that listens (systemd's socket units: docs/operate.md, 7). It outlives this process:
 * who calls while none runs waits in the kernel for the next. Takes LISTEN_* out of the environment, so that no child believes it is
 * meant. Node opens no descriptor of its parent's in its children.
 */
export function takeHandedSocket(environment: NodeJS.ProcessEnv, pid = process.pid): boolean {
  const { LISTEN_FDS: count = '', LISTEN_PID: receiver = '' } = environment
  for (const name of Object.keys(environment)) if (NAMES.test(name)) delete environment[name]
  if (count === '' || count === '0') return false
  // Another process's, inherited by mistake; a parent that cannot know our pid before we run leaves it out.
  if (receiver !== '' && receiver !== String(pid)) return false
  if (count !== '1') throw new StartError(`LISTEN_FDS is ${count}, but the desk listens on one socket.`)
  return true
}

const NAMES = /^LISTEN_(FDS|PID|PIDFDID|FDNAMES)$/

/** Why the socket that was handed over is of no use, in words. */
export function notASocket(error: unknown): StartError {
  const { message } = error as Error
  return new StartError(
    `LISTEN_FDS is set, but descriptor ${HANDED_FD} is no socket to listen on (${message}).`,
  )
}
