import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { SECRETS_KEY_FORMAT, secretsKeysOf } from '../setting-values.ts'
import { StartError } from '../start-error.ts'
import { Encryption } from './encryption.ts'

export type SecretsConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretsKeys'>

export const secretsKeyFile = (dataDir: string) => join(dataDir, 'secrets-key')

/** With DATABASE_URL, all servers need the same key, so it must be set. Throws ConfigError, StartError. */
export function findEncryption({ dataDir, databaseUrl, secretsKeys }: SecretsConfig): Encryption | undefined {
  const keys = secretsKeys ?? readKeyFile(dataDir)
  if (keys !== undefined) return new Encryption(keys)
  if (databaseUrl === null) return undefined
  throw new ConfigError([
    'SECRETS_KEY is required with DATABASE_URL: it encrypts the channel secrets and must be the same for every server and command; create one with `openssl rand -hex 32`',
  ])
}

/** Returns the encryption. Creates a missing key; the key is on disk before anything is encrypted with it. */
export function createEncryption(config: SecretsConfig): Encryption {
  return findEncryption(config) ?? new Encryption(createKeyFile(config.dataDir))
}

/** Creates a key file; only for an embedded database, which no other server uses. */
export function createKeyFile(dataDir: string): Buffer[] {
  const file = secretsKeyFile(dataDir)
  const part = `${file}.${process.pid}.new`
  rmSync(part, { force: true })
  writeFileSync(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Fails when the key file exists, because another process may already have encrypted secrets with that key.
    linkSync(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  syncFolder(dataDir)
  return readKeyFile(dataDir) ?? []
}

/** Flushes the folder: a power failure could otherwise lose the key after secrets were encrypted with it. */
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
  if (keys === undefined) throw new StartError(`${file} ${SECRETS_KEY_FORMAT}.`)
  return keys
}
