import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describeFileError, StartError } from '../start-error.ts'
import { dataLocation, programsLocation } from './postgres-location.ts'
import {
  newPasswords,
  type PostgresPasswords,
  passwordsFile,
  readPasswords,
  storePasswords,
} from './postgres-passwords.ts'
import { findPostgres, type PostgresPrograms, spawnPostgres, tailOf } from './postgres-program.ts'
import { findPostgresUser, type PostgresUser, succeedsAs } from './postgres-user.ts'
import { clearOldPostmaster } from './postmaster.ts'
import { type SocketAddress, socketOptions } from './socket-address.ts'

export interface EmbeddedPostgres {
  isNew: boolean
  /** Address for the role of the running server, which may only read and change rows. */
  desk: SocketAddress
  /** Address for the role that owns the schema, for migrations. */
  owner: SocketAddress
  /** Address for the superuser, for tests that create databases. */
  superuser: SocketAddress
  /** Resolves with the reason when the database ends without a call to `stop`. */
  died: Promise<string>
  stop(): Promise<void>
}

export const DESK_ROLE = 'desk'
export const OWNER_ROLE = 'desk_owner'
const DATABASE = 'desk'
const SOCKET_PREFIX = 'oa-desk-'
/** Maximum length in bytes of the socket directory's path: a Unix socket path is limited to 107 bytes. */
const SOCKET_DIR_BYTES = 107 - '/.s.PGSQL.5432'.length
const INITDB_TIMEOUT_MS = 60_000
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const WRONG_PASSWORD = '28P01'
const LOG_MAX_BYTES = 5 * 1024 * 1024

/** The caller must hold the lock of `dataDir`. Throws StartError when PostgreSQL does not start within a minute. */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  onNotice?: (notice: string) => void
}): Promise<EmbeddedPostgres> {
  const { dataDir, onNotice = () => {} } = options
  const defaultLocation = join(dataDir, 'postgres')
  refuseForeignData(defaultLocation)
  const user = findPostgresUser(dataDir)
  const log = openLog(dataDir)
  const programs = programsLocation(await findPostgres(), user, onNotice)
  const pgData = dataLocation(dataDir, user, onNotice)
  await clearOldPostmaster(pgData, (pid) =>
    onNotice(`waiting for a previous database (process ${pid}) to stop`),
  )
  removeOldSocketDir(dataDir)
  const isNew = !existsSync(pgData)
  if (isNew) await initialise(programs, { dataDir, pgData, user, log })
  else if (!isClosed(pgData) || readPasswords(dataDir) === undefined) {
    await setPasswords(programs.postgres, { dataDir, pgData, user, log })
  }
  const passwords = readPasswords(dataDir)
  if (passwords === undefined) throw new StartError(`${passwordsFile(dataDir)} is missing.`)

  const socketDir = createSocketDir(user)
  const child = spawnPostgres(user, programs.postgres, ['-D', pgData, ...settings(socketDir)], log.file)
  const exit = whenExited(child)
  const at = { socketDir, database: DATABASE }
  const superuser = { socketDir, user: 'postgres', password: passwords.superuser, database: 'postgres' }
  try {
    await untilReady(superuser, exit, { log, passwords: passwordsFile(dataDir) })
    await prepare(superuser, passwords)
  } catch (error) {
    await stopProcess(child, exit)
    rmSync(socketDir, { recursive: true, force: true })
    throw error
  }
  const whereabouts = whereaboutsFile(dataDir)
  writeFileSync(`${whereabouts}.new`, JSON.stringify({ socketDir }), { mode: 0o600 })
  renameSync(`${whereabouts}.new`, whereabouts)

  let stopping = false
  return {
    isNew,
    desk: { ...at, user: DESK_ROLE, password: passwords.desk },
    owner: { ...at, user: OWNER_ROLE, password: passwords.owner },
    superuser,
    died: new Promise((resolve) => {
      exit.then((how) => {
        if (!stopping) resolve(`${how}\n${log.tail()}`)
      })
    }),
    stop: async () => {
      stopping = true
      await stopProcess(child, exit)
      rmSync(socketDir, { recursive: true, force: true })
      rmSync(whereabouts, { force: true })
    },
  }
}

/** Finds a running embedded database, for command-line programs. Undefined when no address is stored. */
export function findEmbeddedPostgres(
  dataDir: string,
  role: typeof DESK_ROLE | typeof OWNER_ROLE = DESK_ROLE,
): SocketAddress | undefined {
  const socketDir = readWhereabouts(dataDir)
  const passwords = socketDir === undefined ? undefined : readPasswords(dataDir)
  if (socketDir === undefined || passwords === undefined) return undefined
  const password = role === OWNER_ROLE ? passwords.owner : passwords.desk
  return { socketDir, user: role, password, database: DATABASE }
}

function readWhereabouts(dataDir: string): string | undefined {
  try {
    const { socketDir } = JSON.parse(readFileSync(whereaboutsFile(dataDir), 'utf8')) as {
      socketDir?: unknown
    }
    return typeof socketDir === 'string' ? socketDir : undefined
  } catch {
    return undefined
  }
}

const whereaboutsFile = (dataDir: string) => join(dataDir, 'postgres.json')

function settings(socketDir: string): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function refuseForeignData(pgData: string): void {
  const owner = statSync(pgData, { throwIfNoEntry: false })?.uid
  const me = process.getuid?.()
  if (owner === undefined || me === undefined || me === 0 || owner === me) return
  throw new StartError(
    `${pgData} belongs to another user (${owner}). Start as that user or as root, or set another DATA_DIR.`,
  )
}

interface Log {
  file: string
  /** Returns the last lines of PostgreSQL's log since this start. */
  tail: () => string
}

function openLog(dataDir: string): Log {
  const dir = join(dataDir, 'logs')
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'postgres.log')
  if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) renameSync(file, `${file}.old`)
  const before = existsSync(file) ? statSync(file).size : 0
  return { file, tail: () => tailOf(file, before) }
}

/** Runs initdb in a temporary directory and renames it when complete, so that no incomplete database is used. */
async function initialise(programs: PostgresPrograms, location: PostgresLocation): Promise<void> {
  const { pgData, user, log } = location
  const unfinished = `${pgData}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  changeOwnerTo(unfinished, user)
  // The setting `trust` is safe here: the database accepts connections only after `setPasswords` has run.
  const flags = [
    '-U',
    'postgres',
    '-A',
    'trust',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '-E',
    'UTF8',
  ]
  const child = spawnPostgres(user, programs.initdb, ['-D', unfinished, ...flags], log.file)
  const how = await endedWithin(child, INITDB_TIMEOUT_MS)
  if (how !== 'exit code 0') {
    if (user === null) requireUserName()
    throw ended(`The database could not be created in ${pgData}`, `initdb: ${how}`, log)
  }
  await setPasswords(programs.postgres, { ...location, pgData: unfinished })
  renameSync(unfinished, pgData)
}

/** Throws StartError when the user id has no name, which initdb needs; common in containers with an arbitrary id. */
function requireUserName(): void {
  try {
    userInfo()
  } catch (cause) {
    const uid = process.getuid?.()
    throw new StartError(
      `The user id ${uid} has no entry in /etc/passwd, which PostgreSQL needs to create its database: set DATABASE_URL to a PostgreSQL of your own, run as a user that exists (docker run --user, runAsUser), or add an entry for ${uid} to /etc/passwd.`,
      { cause },
    )
  }
}

interface PostgresLocation {
  dataDir: string
  pgData: string
  user: PostgresUser
  log: Log
}

const CLOSED_HBA = 'local all all scram-sha-256\n'

/** Returns true when every connection needs a password; a copied data directory may allow connections without. */
function isClosed(pgData: string): boolean {
  return readFileSync(join(pgData, 'pg_hba.conf'), 'utf8') === CLOSED_HBA
}

/** Sets the roles' passwords in PostgreSQL's single-user mode, in which other connections are impossible. */
async function setPasswords(
  postgres: string,
  { dataDir, pgData, user, log }: PostgresLocation,
): Promise<void> {
  const passwords = newPasswords()
  // Writes pg_hba.conf as the database's user, because root must not follow a link that this user may have created.
  if (!succeedsAs(user, 'tee', [join(pgData, 'pg_hba.conf')], CLOSED_HBA)) {
    throw new StartError(`${join(pgData, 'pg_hba.conf')} could not be written.`)
  }
  const child = spawnPostgres(user, postgres, ['--single', '-D', pgData, 'postgres'], log.file, 'pipe')
  child.stdin?.on('error', () => {})
  child.stdin?.end(`alter role postgres password '${passwords.superuser}'\n`)
  const how = await endedWithin(child, START_TIMEOUT_MS)
  if (how !== 'exit code 0') {
    throw ended("The database's passwords could not be set", how, log)
  }
  storePasswords(dataDir, passwords)
}

const DISK_FULL_MESSAGE = /No space left on device|Check free disk space/
/** Free bytes on the disk below which PostgreSQL cannot even log that the disk is full. */
const FULL_BELOW_BYTES = 1024 * 1024

function ended(what: string, how: string, log: Log): StartError {
  const words = log.tail()
  const { bavail, bsize } = statfsSync(dirname(log.file))
  const isFull = DISK_FULL_MESSAGE.test(words) || bavail * bsize < FULL_BELOW_BYTES
  const code = isFull ? 'ENOSPC' : /Permission denied/.test(words) ? 'EACCES' : ''
  return describeFileError(what, code) ?? new StartError(`${what} (${how}):\n${words}`)
}

async function endedWithin(child: ChildProcess, milliseconds: number): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  try {
    return await whenExited(child)
  } finally {
    clearTimeout(timer)
  }
}

function changeOwnerTo(path: string, user: PostgresUser): void {
  if (user !== null) chownSync(path, user.uid, user.gid)
}

/** Creates a new socket directory for each start, so that directories of earlier starts do not matter. */
function createSocketDir(user: PostgresUser): string {
  const fits = (base: string) => Buffer.byteLength(join(base, `${SOCKET_PREFIX}XXXXXX`)) <= SOCKET_DIR_BYTES
  const base = [tmpdir(), '/tmp', '/var/tmp'].find(
    (each) => fits(each) && succeedsAs(user, 'test', ['-x', each]),
  )
  if (base === undefined)
    throw new StartError(
      'There is no directory for the database socket: set TMPDIR to a short path that every user can access.',
    )
  const dir = mkdtempSync(join(base, SOCKET_PREFIX))
  chmodSync(dir, 0o700)
  changeOwnerTo(dir, user)
  return dir
}

function removeOldSocketDir(dataDir: string): void {
  const old = readWhereabouts(dataDir)
  if (old !== undefined && basename(old).startsWith(SOCKET_PREFIX))
    rmSync(old, { recursive: true, force: true })
}

function whenExited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
}

async function untilReady(
  address: SocketAddress,
  exit: Promise<string>,
  { log, passwords }: { log: Log; passwords: string },
): Promise<void> {
  let how: string | undefined
  exit.then((exitReason) => {
    how = exitReason
  })
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (how !== undefined) throw ended('The database did not start', how, log)
    const client = new pg.Client({ ...socketOptions(address), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if ((error as { code?: unknown }).code === WRONG_PASSWORD) {
        throw new StartError(
          `${passwords} does not belong to this database: delete it, and the next start sets new passwords.`,
        )
      }
      await pause(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new StartError(`The database did not start within ${START_TIMEOUT_MS / 1000} s:\n${log.tail()}`)
}

/** Creates missing roles and the database. The desk's role owns no objects and is no superuser. */
async function prepare(address: SocketAddress, passwords: PostgresPasswords): Promise<void> {
  const client = new pg.Client({ ...socketOptions(address), statement_timeout: 30_000 })
  await client.connect()
  try {
    for (const [role, password] of [
      [OWNER_ROLE, passwords.owner],
      [DESK_ROLE, passwords.desk],
    ] as const) {
      const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (found.rowCount === 0) await client.query(`create role ${role} login`)
      await client.query(`alter role ${role} password '${password}'`)
    }
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`)
  } finally {
    await client.end()
  }
}

async function stopProcess(child: ChildProcess, exit: Promise<string>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    const abort = new AbortController()
    const stopped = await Promise.race([
      exit.then(() => true),
      pause(STOP_TIMEOUT_MS, false, { signal: abort.signal }).catch(() => false),
    ])
    abort.abort()
    if (stopped) return
  }
}
