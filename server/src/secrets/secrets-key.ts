import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { KEYS_WANTED, secretsKeysOf } from '../setting-values.ts'
import { StartError } from '../start-error.ts'
import { Sealing } from './sealing.ts'

export type SecretsConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretsKeys'>

export const secretsKeyFile = (dataDir: string) => join(dataDir, 'secrets-key')

/**
 * By the keys of SECRETS_KEY, else by those of the file in DATA_DIR; undefined when there is none yet, which `makeSealing` mends. A
 * database of somebody else's may have several servers, whose keys must be the same: there none is made. Throws ConfigError, StartError.
 */
export function findSealing({ dataDir, databaseUrl, secretsKeys }: SecretsConfig): Sealing | undefined {
  const keys = secretsKeys ?? readKeyFile(dataDir)
  if (keys !== undefined) return new Sealing(keys)
  if (databaseUrl === null) return undefined
  throw new ConfigError([
    'SECRETS_KEY is required with DATABASE_URL: it seals the secrets of official accounts, the same for every server and command; `openssl rand -hex 32` makes one',
  ])
}

/** As `findSealing`; a missing key is made, for the owner of DATA_DIR alone, and is on disk before anything is sealed with it. */
export function makeSealing(config: SecretsConfig): Sealing {
  return findSealing(config) ?? new Sealing(makeKeyFile(config.dataDir))
}

/** Makes sure that DATA_DIR has a key, where one person starts everything and no other server needs it. */
export function makeKeyFile(dataDir: string): Buffer[] {
  const file = secretsKeyFile(dataDir)
  const part = `${file}.${process.pid}.new`
  rmSync(part, { force: true })
  writeFileSync(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Never over one that is there: another process may just have sealed with it.
    linkSync(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  syncFolder(dataDir)
  return readKeyFile(dataDir) ?? []
}

/** A power cut must not take the key from what it has sealed. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function readKeyFile(dataDir: string): Buffer[] | undefined {
  const file = secretsKeyFile(dataDir)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError(`${file} cannot be read (${code}).`, { cause: error })
  }
  const keys = secretsKeysOf(text)
  if (keys === undefined) throw new StartError(`${file} ${KEYS_WANTED}.`)
  return keys
}
