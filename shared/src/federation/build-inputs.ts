import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const sharedRoot = join(import.meta.dirname, '../..')
const PACKAGE_FILES = ['remote.config.ts', 'rsbuild.config.ts', 'index.html', 'package.json']

/** Release id in development, where the federation container is named `<id>_dev`. */
export const DEVELOPMENT_RELEASE = 'dev'

export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.test-d\.ts$|\.snap$|\.png$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(folder, file).split(sep).includes('testing'))
    .sort()
}

/**
 * Returns the id of a build, derived from the package's source and configuration, `shared`, the lockfile and
 * PUBLIC_API_URL. The same inputs have the same id on every machine and in every directory.
 */
export function buildId(packageName: string): string {
  const hash = createHash('sha256')
  const add = (base: string, files: readonly string[]) => {
    for (const file of files) {
      if (!existsSync(file)) continue
      const content = readFileSync(file)
      hash.update(`${relative(base, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content)
    }
  }
  add(packageName, [...sourceFiles(join(packageName, 'src')), ...sourceFiles(join(packageName, 'public'))])
  add(
    packageName,
    PACKAGE_FILES.map((name) => join(packageName, name)),
  )
  add(sharedRoot, [...sourceFiles(join(sharedRoot, 'src')), join(sharedRoot, 'package.json')])
  add(sharedRoot, [join(sharedRoot, '../pnpm-lock.yaml')])
  hash.update(process.env.PUBLIC_API_URL ?? '')
  return hash.digest('hex').slice(0, 12)
}
