/**
 * Stands in for systemctl on a machine without systemd: for the desk it runs the ExecStart line of the installed unit file, with its
 * Environment, in its WorkingDirectory, as its User; nginx and postgresql are run by their own programs of Debian.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseUnit } from './unit-file.ts'

export const DESK_PID = '/run/oa-desk-unit/pid'
export const DESK_EXIT = '/run/oa-desk-unit/exit'
export const DESK_LOG = '/var/log/oa-desk.log'
const STOPPED_WITHIN_MS = 60_000

const read = (path: string) => readFileSync(path, 'utf8')
const run = (program: string, ...args: string[]): void => {
  execFileSync(program, args, { stdio: 'inherit' })
}
/** `nginx -t` leaves an empty one. */
const isNginxRunning = () => existsSync('/run/nginx.pid') && read('/run/nginx.pid').trim() !== ''

const desk = {
  async start() {
    const unit = parseUnit(read('/etc/systemd/system/oa-desk.service'), read)
    mkdirSync('/run/oa-desk-unit', { recursive: true })
    for (const file of [DESK_PID, DESK_EXIT]) rmSync(file, { force: true })
    // As systemd gives it: nothing of whoever called it.
    const environment = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      USER: unit.user,
      HOME: '/var/lib/oa-desk',
      ...unit.environment,
    }
    const log = openSync(DESK_LOG, 'a')
    const script = `umask 0077; setpriv --reuid ${unit.user} --regid ${unit.user} --init-groups --no-new-privs "$@" &
      echo $! > ${DESK_PID}; wait $!; echo $? > ${DESK_EXIT}`
    spawn('setsid', ['sh', '-c', script, 'sh', ...unit.command], {
      cwd: unit.workingDirectory,
      env: environment,
      stdio: ['ignore', log, log],
      detached: true,
    }).unref()
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
  'oa-desk': desk,
  nginx,
  postgresql,
}

if (import.meta.main) {
  const [verb, ...words] = process.argv.slice(2)
  const [service] = words.filter((word) => word !== '--now').flatMap((word) => services[word] ?? [])
  if (verb !== 'daemon-reload') {
    if (service === undefined) throw new Error(`this systemctl knows no ${words.join(' ')}`)
    if (verb === 'stop' || verb === 'restart') await service.stop()
    if (verb === 'start' || verb === 'restart' || verb === 'enable') await service.start()
  }
}
