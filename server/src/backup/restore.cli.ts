import { requireDecryptableSecrets, requireEncryption } from '../channels/channel-secrets.store.ts'
import { defineProgram } from '../cli/run-command.ts'
import { ConfigError, readDatabaseConfig, readOpenSettings, readSecretsConfig } from '../config.ts'
import { lockDataDir } from '../data-dir-lock.ts'
import { closeDatabase, type DatabaseAddress, openDatabase } from '../db/client.ts'
import { openSchemaLocation } from '../db/desk-database.ts'
import { StartError } from '../start-error.ts'
import { describeContents, type Manifest } from './archive-format.ts'
import { readArchive, verifyArchive } from './archive-reader.ts'
import { backupFolders, bucketNotice, FolderRestore, removeUnfinished } from './backup-folders.ts'
import { readFileArgument } from './file-argument.ts'
import { loadDatabase } from './load-database.ts'

const USAGE = `Usage:
  pnpm restore <file>

Restores a file written by pnpm backup into an empty desk: a new DATA_DIR, or the empty database of DATABASE_URL (and
DATABASE_MIGRATION_URL). Checks the whole file before it writes anything. A desk that already has staff, channels or
tickets is left unchanged. No server may run on it. The channel secrets in the file are encrypted: the server needs the
SECRETS_KEY (or DATA_DIR/secrets-key) of the desk that wrote it.`

export const main = defineProgram(USAGE, async (args) => {
  const file = readFileArgument(args)
  const given = readDatabaseConfig(process.env)
  const config = { ...given, databaseUrl: given.databaseUrl ?? given.databaseMigrationUrl }
  const manifest = await verifyArchive(file)
  let needsKey = false
  const lock = lockDataDir(config.dataDir, 'server')
  try {
    const location = await openSchemaLocation(config, console.error)
    try {
      await loadDatabase(location, manifest, (writeRows) => readParts(file, manifest, writeRows))
      needsKey = !(await opensSecrets(location.owner))
    } finally {
      await location.close()
    }
  } finally {
    lock.release()
  }
  console.log(`Restored from ${manifest.createdAt}: ${describeContents(manifest)}.`)
  if (needsKey) {
    console.log(
      'The channel secrets are encrypted: before the server starts, set SECRETS_KEY to the key of the desk that wrote this backup, or copy its DATA_DIR/secrets-key here.',
    )
  }
  const notice = bucketNotice(process.env)
  if (notice !== undefined) console.log(notice)
  const here = readOpenSettings(process.env)
  const different = Object.entries(manifest.settings).filter(([name, value]) => here[name] !== value)
  if (different.length > 0) console.log('These settings had other values where the backup was written:')
  for (const [name, value] of different) console.log(`  ${name}=${value}`)
})

if (import.meta.main) await main()

async function opensSecrets(owner: DatabaseAddress): Promise<boolean> {
  const db = openDatabase(owner, { poolSize: 1 })
  try {
    await requireDecryptableSecrets(db, await requireEncryption(db, readSecretsConfig(process.env)))
    return true
  } catch (error) {
    if (error instanceof StartError || error instanceof ConfigError) return false
    throw error
  } finally {
    await closeDatabase(db)
  }
}

/** Restores the backup's rows and files. The caller commits the rows after this function returns. */
async function readParts(
  file: string,
  manifest: Manifest,
  writeRows: Parameters<Parameters<typeof loadDatabase>[2]>[0],
): Promise<void> {
  const folders = backupFolders(process.env)
  for (const folder of folders) await removeUnfinished(folder)
  const restores = folders.map((folder) => new FolderRestore(folder))
  try {
    await readArchive(file, manifest, async (part) => {
      if (part.name.startsWith('database/')) return writeRows(part)
      const folder = restores.find(({ prefix }) => part.name.startsWith(prefix))
      if (folder !== undefined) await folder.write(part)
      // Skips files of folders that this version of the program does not know.
      else for await (const _ of part.content);
    })
    for (const folder of restores) await folder.install()
  } finally {
    for (const folder of restores) await folder.close()
  }
}
