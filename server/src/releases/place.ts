import { resolve } from 'node:path'
import { readDatabaseConfig } from '../config.ts'

const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** Where releases stand: RELEASES_DIR, else `releases` in DATA_DIR; as the server's own configuration has it. */
export function readReleasesDir(environment: Record<string, string | undefined>): string {
  const given = environment.RELEASES_DIR
  if (given) return resolve(repositoryRoot, given)
  return resolve(readDatabaseConfig(environment).dataDir, 'releases')
}
