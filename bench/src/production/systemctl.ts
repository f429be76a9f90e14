/** Replaces systemctl on a machine without systemd. Debian's own programs run nginx and postgresql. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startByManager } from './service-manager.ts'
import { parseSocketUnit, parseUnit } from './unit-file.ts'

export const DESK_PID = '/run/oa-desk-unit/pid'
export const DESK_EXIT = '/run/oa-desk-unit/exit'
export const DESK_LOG = '/var/log/oa-desk.log'
const SOCKET_PID = '/run/oa-desk-unit/socket-pid'
const CONTROL = '/run/oa-desk-unit/control'
const UNITS = '/etc/systemd/system'
const STOPPED_WITHIN_MS = 60_000

const read = (path: string) => readFileSync(path, 'utf8')
const run = (program: string, ...args: string[]): void => {
  execFileSync(program, args, { stdio: 'inherit' })
}
/** Ignores an empty pid file, which `nginx -t` leaves. */
const isNginxRunning = () => existsSync('/run/nginx.pid') && read('/run/nginx.pid').trim() !== ''

const deskSocket = {
  async start() {
    if (existsSync(SOCKET_PID)) return
    const unit = parseUnit(read(join(UNITS, 'oa-desk.service')), read)
    mkdirSync('/run/oa-desk-unit', { recursive: true })
    const address = parseSocketUnit(read(join(UNITS, unit.socket)))
    const program = join(import.meta.dirname, 'service-manager.ts')
    const manager = spawn(process.execPath, [program, CONTROL, address], { stdio: 'ignore', detached: true })
    manager.unref()
    writeFileSync(SOCKET_PID, String(manager.pid))
    while (!existsSync(CONTROL)) {
      if (manager.exitCode !== null) throw new Error(`cannot listen on ${address}`)
      await pause(20)
    }
  },
  async stop() {
    // Stops the desk before its socket, as systemd does.
    await desk.stop()
    if (!existsSync(SOCKET_PID)) return
    process.kill(Number(read(SOCKET_PID)), 'SIGKILL')
    for (const file of [SOCKET_PID, CONTROL]) rmSync(file)
  },
}

const desk = {
  async start() {
    const unit = parseUnit(read(join(UNITS, 'oa-desk.service')), read)
    await deskSocket.start()
    for (const file of [DESK_PID, DESK_EXIT]) rmSync(file, { force: true })
    const script = `umask 0077
      setpriv --reuid ${unit.user} --regid ${unit.user} --init-groups --no-new-privs sh -c 'export LISTEN_PID=$$; exec "$@"' sh "$@" &
      echo $! > ${DESK_PID}; wait $!; echo $? > ${DESK_EXIT}`
    await startByManager(CONTROL, {
      command: ['setsid', 'sh', '-c', script, 'sh', ...unit.command],
      cwd: unit.workingDirectory,
      // Passes none of the caller's variables, as systemd does.
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        USER: unit.user,
        HOME: '/var/lib/oa-desk',
        LISTEN_FDS: '1',
        LISTEN_FDNAMES: unit.socket,
        ...unit.environment,
      },
      log: DESK_LOG,
    })
    while (!existsSync(DESK_PID)) await pause(20)
  },
  async stop() {
    if (!existsSync(DESK_PID) || existsSync(DESK_EXIT)) return
    process.kill(Number(read(DESK_PID)), 'SIGTERM')
    const deadline = performance.now() + STOPPED_WITHIN_MS
    while (!existsSync(DESK_EXIT)) {
      if (performance.now() > deadline) throw new Error('the desk did not stop')
      await pause(50)
    }
  },
}

const nginx = {
  start: async () => run('nginx'),
  stop: async () => {
    if (isNginxRunning()) run('nginx', '-s', 'quit')
    while (isNginxRunning()) await pause(50)
  },
}

const postgresql = {
  start: async () => {
    const [version = ''] = readdirSync('/etc/postgresql')
    run('pg_ctlcluster', version, 'main', 'start')
  },
  stop: async () => {
    const [version = ''] = readdirSync('/etc/postgresql')
    run('pg_ctlcluster', version, 'main', 'stop')
  },
}

const services: Record<string, { start(): Promise<void>; stop(): Promise<void> }> = {
  'oa-desk.socket': deskSocket,
  'oa-desk': desk,
  nginx,
  postgresql,
}

if (import.meta.main) {
  const [verb, ...words] = process.argv.slice(2)
  const named = words
    .filter((word) => word !== '--now')
    .map((word) => {
      const service = services[word]
      if (service === undefined) throw new Error(`this systemctl does not support ${word}`)
      return service
    })
  if (verb !== 'daemon-reload' && named.length === 0)
    throw new Error('this systemctl was called without a unit')
  if (verb === 'stop' || verb === 'restart') for (const service of named) await service.stop()
  if (verb === 'start' || verb === 'restart' || verb === 'enable')
    for (const service of named) await service.start()
}
