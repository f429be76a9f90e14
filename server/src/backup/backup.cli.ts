import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defineProgram } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { readDatabaseConfig, readMediaConfig, readOpenSettings } from '../config.ts'
import { createDiskSpace, DiskSpace } from '../disk-space.ts'
import { describeContents, FORMAT } from './archive-format.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { backupFolders, bucketNotice, dumpFolder } from './backup-folders.ts'
import { dumpDatabase } from './dump-database.ts'
import { readFileArgument } from './file-argument.ts'

const USAGE = `Usage:
  pnpm backup <file>

Writes one file while the server runs, and verifies it: the database, the files of releases and of conversations (except
files in a bucket), and the settings without secrets. Channel secrets and access tokens are encrypted in it; the key
(SECRETS_KEY, or DATA_DIR/secrets-key) is not included: store it elsewhere. Sessions are not included. An existing file
is not overwritten.`

export const main = defineProgram(USAGE, async (args) => {
  const file = readFileArgument(args)
  const manifest = await withDeskDatabase(process.env, async (db) => {
    const archive = await ArchiveWriter.create(file, await spaceOf(file))
    try {
      const dumped = await dumpDatabase(db, archive, async () => {
        for (const folder of backupFolders(process.env)) await dumpFolder(archive, folder)
      })
      const written = { format: FORMAT, program: readVersion(), createdAt: new Date().toISOString() } as const
      return await archive.finish({ ...written, ...dumped, settings: readOpenSettings(process.env) })
    } finally {
      await archive.close()
    }
  })
  const { size } = await stat(file)
  console.log(`${file}: ${describeContents(manifest)}; ${(size / 1e6).toFixed(1)} MB, verified.`)
  const notice = bucketNotice(process.env)
  if (notice !== undefined) console.log(notice)
})

if (import.meta.main) await main()

/** Requires half of the free space that uploads require, so that a backup still works when uploads already fail. */
async function spaceOf(file: string): Promise<DiskSpace | undefined> {
  const { dataDir } = readDatabaseConfig(process.env)
  const { folders, floorBytes } = createDiskSpace({ dataDir, ...readMediaConfig(process.env) })
  const deviceOf = async (path: string) => (await stat(path).catch(() => undefined))?.dev
  const device = await deviceOf(dirname(file))
  const devices = await Promise.all(Object.values(folders).map(deviceOf))
  return devices.includes(device) ? new DiskSpace({ backup: dirname(file) }, floorBytes / 2) : undefined
}

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
