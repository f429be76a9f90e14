import { runCommand } from '../cli/run-command.ts'
import { readDatabaseConfig, readOpenSettings } from '../config.ts'
import { lockDataDir } from '../data-dir-lock.ts'
import { openSchemaPlace } from '../db/desk-database.ts'
import { describeContents, type Manifest } from './archive-format.ts'
import { readArchive, verifyArchive } from './archive-reader.ts'
import { readFileArgument } from './file-argument.ts'
import { FolderRestore, keptFolders, removeUnfinished } from './kept-folders.ts'
import { loadDatabase } from './load-database.ts'

const USAGE = `Usage:
  pnpm restore <file>

Brings what pnpm backup has written to an empty place: a new DATA_DIR, or the empty database of DATABASE_URL (and
DATABASE_MIGRATION_URL). The whole file is checked before anything is written; a desk that has people, official
accounts or cases is left alone. No server may be running there.`

await runCommand(USAGE, async (args) => {
  const file = readFileArgument(args)
  const given = readDatabaseConfig(process.env)
  const config = { ...given, databaseUrl: given.databaseUrl ?? given.databaseMigrationUrl }
  const manifest = await verifyArchive(file)
  const lock = lockDataDir(config.dataDir, 'server')
  try {
    const place = await openSchemaPlace(config, console.error)
    try {
      await loadDatabase(place, manifest, (takeRows) => readParts(file, manifest, takeRows))
    } finally {
      await place.close()
    }
  } finally {
    lock.release()
  }
  console.log(`Restored from ${manifest.createdAt}: ${describeContents(manifest)}.`)
  const here = readOpenSettings(process.env)
  const different = Object.entries(manifest.settings).filter(([name, value]) => here[name] !== value)
  if (different.length > 0) console.log('Settings that were different where the backup was written:')
  for (const [name, value] of different) console.log(`  ${name}=${value}`)
})

/** Rows go to `takeRows`; files stand in their places when it ends, which is before the rows are committed. */
async function readParts(
  file: string,
  manifest: Manifest,
  takeRows: Parameters<Parameters<typeof loadDatabase>[2]>[0],
): Promise<void> {
  const folders = keptFolders(process.env)
  for (const folder of folders) await removeUnfinished(folder)
  const restores = folders.map((folder) => new FolderRestore(folder))
  try {
    await readArchive(file, manifest, async (part) => {
      if (part.name.startsWith('database/')) return takeRows(part)
      const folder = restores.find(({ prefix }) => part.name.startsWith(prefix))
      if (folder !== undefined) await folder.take(part)
      // Of a folder that this program does not know.
      else for await (const _ of part.content);
    })
    for (const folder of restores) await folder.place()
  } finally {
    for (const folder of restores) await folder.close()
  }
}
