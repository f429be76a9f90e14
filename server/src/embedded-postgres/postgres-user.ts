import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** System user that runs PostgreSQL when root starts the desk; used for no other purpose. */
export const DATABASE_USER = 'oa-desk-db'
const COMMAND_TIMEOUT_MS = 30_000

/** A system user; null means the current user. */
export type PostgresUser = { uid: number; gid: number } | null

/** Null unless root starts the desk. Throws StartError for another user's DATA_DIR, whose links root could follow. */
export function findPostgresUser(dataDir: string): PostgresUser {
  if (process.getuid?.() !== 0) return null
  const { uid } = statSync(dataDir)
  if (uid !== 0) {
    throw new StartError(
      `DATA_DIR ${dataDir} belongs to another user (${uid}): start as that user, or give it to root (chown root).`,
    )
  }
  return findUser() ?? createUser()
}

function findUser(): PostgresUser {
  const idOf = (flag: string) => {
    const found = spawnSync('id', [flag, DATABASE_USER], { encoding: 'utf8', timeout: COMMAND_TIMEOUT_MS })
    return found.status === 0 ? Number.parseInt(found.stdout, 10) : Number.NaN
  }
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  return uid > 0 && gid > 0 ? { uid, gid } : null
}

function createUser(): PostgresUser {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const made = spawnSync('useradd', [...flags, '--shell', '/usr/sbin/nologin', DATABASE_USER], {
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
  })
  // Looks for the user even after useradd failed, because another start may have created the user meanwhile.
  const user = findUser()
  if (user !== null) return user
  throw new StartError(
    `PostgreSQL does not run as root, and its user ${DATABASE_USER} could not be created (${reasonOf(made)}). Create a system user with that name, start as an ordinary user, or set DATABASE_URL.`,
  )
}

const reasonOf = ({ error, stderr }: SpawnSyncReturns<string>) =>
  error?.message ?? (stderr.trim() || 'no reason given')

export function succeedsAs(user: PostgresUser, command: string, args: string[], input?: string): boolean {
  const done = spawnSync(command, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    input,
    timeout: COMMAND_TIMEOUT_MS,
    ...(user ?? {}),
  })
  return done.status === 0
}
