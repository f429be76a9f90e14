import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export const PACKAGES = foldersWith('tsconfig.json')

export const REMOTES = foldersWith('remote.config.ts').map((packageName) =>
  packageName.replace(/^remote-/, ''),
)

function foldersWith(file: string): string[] {
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, file)))
    .sort()
}
