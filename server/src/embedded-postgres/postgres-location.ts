import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { PostgresPrograms } from './postgres-program.ts'
import { type PostgresUser, succeedsAs } from './postgres-user.ts'

/** Directory for the database when its user cannot reach DATA_DIR. Root must own it, so a user's home is unsuitable. */
const SHARED_DIR = '/var/lib/oa-desk-db'
const COMMAND_TIMEOUT_MS = 600_000

/** Returns the data directory: DATA_DIR/postgres or the target of this link. Moves data that `user` cannot reach. */
export function dataLocation(
  dataDir: string,
  user: PostgresUser,
  onNotice: (notice: string) => void,
): string {
  const defaultLocation = join(dataDir, 'postgres')
  if (user === null) return existsSync(defaultLocation) ? realpathSync(defaultLocation) : defaultLocation
  allowTraversal(dataDir)
  const isReached = () => succeedsAs(user, 'test', ['-x', realpathSync(dataDir)])
  if (!isLink(defaultLocation) && (isLink(unfinishedLink(defaultLocation)) || !isReached())) {
    relocate(defaultLocation)
  }
  const location = isLink(defaultLocation) ? readlinkSync(defaultLocation) : defaultLocation
  if (location !== defaultLocation)
    onNotice(`the database is stored in ${location}, which its own user can access, and not in ${dataDir}`)
  if (!existsSync(dirname(location))) {
    throw new StartError(
      `The database is missing: ${defaultLocation} is a link to ${location}, which does not exist.`,
    )
  }
  if (existsSync(location)) changeOwner(location, user)
  return location
}

/** Returns PostgreSQL programs that `user` can run: the installed programs, or a copy owned by root. */
export function programsLocation(
  programs: PostgresPrograms,
  user: PostgresUser,
  onNotice: (notice: string) => void,
): PostgresPrograms {
  if (user === null || succeedsAs(user, 'test', ['-x', programs.postgres])) return programs
  const native = dirname(dirname(programs.postgres))
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(sharedDir(), `postgresql-${version}`)
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(join(sharedDir(), 'copy-'))
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    // `cpSync` gives directories the mode that the umask of this process allows, which may be for root only.
    runCommand('chmod', ['-R', 'u=rwX,go=rX', unfinished])
    replaceFolder(unfinished, copy)
    onNotice(`the database's programs are copied to ${copy}, because its own user cannot access ${native}`)
  }
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Returns the temporary name of the link, used until the data have been moved to the link's target. */
const unfinishedLink = (defaultLocation: string) => `${defaultLocation}.link`

/** Moves the data directory and leaves a link. After an interruption at any point, the next start continues. */
function relocate(defaultLocation: string): void {
  const link = unfinishedLink(defaultLocation)
  if (!isLink(link)) {
    const home = mkdtempSync(join(sharedDir(), 'data-'))
    chmodSync(home, 0o711)
    symlinkSync(join(home, 'postgres'), link)
  }
  const location = readlinkSync(link)
  if (existsSync(location)) rmSync(defaultLocation, { recursive: true, force: true })
  else if (existsSync(defaultLocation)) move(defaultLocation, location)
  renameSync(link, defaultLocation)
}

/** Lets other users traverse a directory that root owns, without listing it. */
function allowTraversal(dataDir: string): void {
  const { uid, mode } = statSync(dataDir)
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

/** Changes the owner of all files without following links. */
function changeOwner(location: string, user: NonNullable<PostgresUser>): void {
  if (lstatSync(location).uid === user.uid) return
  runCommand('chown', ['-R', '-P', '-h', `${user.uid}:${user.gid}`, location])
}

function sharedDir(): string {
  mkdirSync(SHARED_DIR, { recursive: true, mode: 0o755 })
  const { uid, mode } = lstatSync(SHARED_DIR)
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new StartError(`${SHARED_DIR} must belong to root and must not be writable by other users.`)
  }
  return SHARED_DIR
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // Moves to another file system: discards an incomplete copy, copies the data, and deletes the original last.
    const unfinished = `${to}.new`
    rmSync(unfinished, { recursive: true, force: true })
    // Unlike `cpSync`, it keeps the modes of directories: PostgreSQL refuses a data directory that others can read.
    runCommand('cp', ['-a', from, unfinished], { timeoutMs: 0 })
    flushToDisk(unfinished)
    renameSync(unfinished, to)
    flushToDisk(dirname(to))
    rmSync(from, { recursive: true })
  }
}

/** Flushes the file system of `path`, so that a power failure loses no data. */
const flushToDisk = (path: string) => runCommand('sync', ['-f', path])

/** `timeoutMs` 0: without a limit. @throws StartError with the command and the last line that it printed */
function runCommand(command: string, args: string[], { timeoutMs = COMMAND_TIMEOUT_MS } = {}): void {
  const { status, stderr, error } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  const reason = error?.message ?? stderr.trim().split('\n').at(-1)
  if (status !== 0) throw new StartError(`${[command, ...args].join(' ')} failed: ${reason}`)
}

/** Renames a directory, but keeps an existing target that another start has created meanwhile. */
function replaceFolder(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    rmSync(from, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}
