/** Builds all packages. Each package is built only when its sources or dependencies have changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { showUsageIfRequested } from '../server/src/cli/run-command.ts'
import { readReleaseConfig } from '../server/src/config.ts'
import { buildArguments, replaceDist } from '../server/src/releases/build-package.ts'
import { copyHostRelease, readHostManifest } from '../server/src/releases/release-files.ts'
import { StartError } from '../server/src/start-error.ts'
import { buildId } from '../shared/src/federation/build-inputs.ts'
import { hasModules } from '../shared/src/federation/exposed-modules.ts'
import type {
  HostManifest,
  RemoteDeclaration,
  RemoteManifest,
} from '../shared/src/federation/remote-manifest.ts'
import { routeConflicts } from '../shared/src/federation/route-conflicts.ts'
import { runToEnd } from './tools/child-process.ts'
import { REMOTES } from './tools/packages.ts'

const root = join(import.meta.dirname, '..')

export interface Built {
  hostDist: string
  built: string[]
}

export class BuildFailed extends Error {}

/** Builds all packages, in well under a second when nothing has changed. @throws BuildFailed */
export async function buildAll({ log }: { log: (line: string) => void }): Promise<Built> {
  const remotes = REMOTES.map((id) => `remote-${id}`)
  const conflicts = routeConflicts(await Promise.all(remotes.map(readDeclaration)))
  if (conflicts.length > 0) throw new BuildFailed(`Nothing was built: ${conflicts.join('; ')}.`)
  const results = await Promise.all([
    buildHost(log),
    ...remotes.map((packageName) => buildRemote(packageName, log)),
  ])
  return {
    hostDist: join(root, 'host/dist'),
    built: results.filter((packageName): packageName is string => packageName !== null),
  }
}

async function buildHost(log: (line: string) => void): Promise<string | null> {
  const known = readJson<HostManifest>(join(root, 'host/dist/host.json'))
  if (known?.release === buildId(join(root, 'host'))) return null
  await archiveHostBuild()
  return buildPackage('host', log)
}

/** Copies the host's build to the releases, because open pages may request its files after it is replaced. */
async function archiveHostBuild(): Promise<void> {
  const dist = join(root, 'host/dist')
  try {
    const manifest = await readHostManifest(dist)
    if (manifest !== null) await copyHostRelease(readReleaseConfig(process.env).releasesDir, dist, manifest)
  } catch {
    // Ignores an incomplete build, because no page has ever used it.
  }
}

async function buildRemote(packageName: string, log: (line: string) => void): Promise<string | null> {
  const file = join(root, packageName, 'dist/remote.json')
  const known = readJson<RemoteManifest>(file)
  if (hasModules(join(root, packageName))) {
    if (known?.release?.release === buildId(join(root, packageName))) return null
    return buildPackage(packageName, log)
  }
  const declaration = await readDeclaration(packageName)
  const text = JSON.stringify({ declaration, release: null } satisfies RemoteManifest, null, 2)
  if (JSON.stringify(known, null, 2) === text) return null
  mkdirSync(join(root, packageName, 'dist'), { recursive: true })
  writeFileSync(file, text)
  return null
}

async function readDeclaration(packageName: string): Promise<RemoteDeclaration> {
  const { default: declaration } = (await import(join(root, packageName, 'remote.config.ts'))) as {
    default: RemoteDeclaration
  }
  return declaration
}

export async function buildPackage(packageName: string, log: (line: string) => void): Promise<string> {
  const started = performance.now()
  const folder = join(root, packageName)
  await replaceDist(folder, async (dist) => {
    const result = await runToEnd(process.execPath, buildArguments(dist), {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (result.code !== 0) throw new BuildFailed(`${packageName} could not be built:\n${result.output}`)
  })
  log(`built ${packageName} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return packageName
}

function readJson<T>(file: string): T | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

const USAGE = `Usage:
  pnpm build

Builds the host and the remotes that have changed. A build that fails does not affect a running desk.`

if (import.meta.main && !showUsageIfRequested(USAGE)) {
  try {
    const { built } = await buildAll({ log: console.log })
    if (built.length === 0) console.log('nothing to build')
  } catch (error) {
    console.error(error instanceof BuildFailed || error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
