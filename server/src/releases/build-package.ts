import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from '../missing-file.ts'
import { publicApiUrlProblem } from '../setting-urls.ts'
import { StartError } from '../start-error.ts'

/** Path of the build tool in the shared package, so that other packages need no dependency on it. */
export const RSBUILD_PROGRAM = join(
  import.meta.dirname,
  '../../../shared/node_modules/@rsbuild/core/bin/rsbuild.js',
)

/** Replaces `dist` only after a complete build: after an error or a kill, `dist` is unchanged. */
export async function replaceDist(
  packageDir: string,
  build: (working: string) => Promise<void>,
): Promise<void> {
  const cache = join(packageDir, '.cache')
  const [working, old] = [join(cache, `dist-${randomUUID()}`), join(cache, `dist-${randomUUID()}`)]
  const dist = join(packageDir, 'dist')
  await mkdir(cache, { recursive: true })
  try {
    await build(working)
    await undefinedIfMissing(rename(dist, old))
    await rename(working, dist)
  } finally {
    await rm(working, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** Throws StartError for a malformed setting, because pages would otherwise request URLs that do not exist. */
export function buildArguments(dist: string): string[] {
  const problem = publicApiUrlProblem(process.env)
  if (problem !== undefined) throw new StartError(problem)
  return [RSBUILD_PROGRAM, 'build', '--dist-path', dist]
}
