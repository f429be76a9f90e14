import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { RemoteManifest } from 'shared/federation/remote-manifest.ts'
import { CommandError, defineProgram, UsageError } from '../cli/run-command.ts'
import { requireDesk, withDeskDatabase } from '../cli/with-database.ts'
import { readReleaseConfig, remoteId } from '../config.ts'
import type { Db } from '../db/client.ts'
import { buildArguments, replaceDist } from './build-package.ts'
import { publishHost, publishRemote, removeExpiredReleases } from './publish-remote.ts'
import { HOST, ReleaseRefused } from './registry-rules.ts'
import { readRemoteManifest } from './release-files.ts'

const USAGE = `Usage:
  pnpm release <remote>
  pnpm release host [--force]

Builds a remote without caches, checks it (types, exposes, size, imports from the live host), copies its files to the
releases and activates it. Pages that are opened or reloaded afterwards use it; open pages keep their files.
The same for the host. It is refused when the active or previous release of a remote imports something that it does not
provide, unless --force is given.
A release that fails changes nothing. --yes: creates an empty desk if none exists.`

/** Maximum gzip size in bytes of a remote's first page, not counting shared modules of the host. */
const PAGE_BUDGET_BYTES = 90_000
const STEP_TIMEOUT_MS = 10 * 60_000
const root = resolve(import.meta.dirname, '../../..')

export const main = defineProgram(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  })
  const [word, ...rest] = positionals
  if (word === undefined || rest.length > 0) throw new UsageError('One remote, or host, is required.')
  const id = remoteId(word)
  if (values.force && id !== HOST) throw new UsageError('--force can only be used with host.')
  const packageDir = join(root, id === HOST ? 'host' : `remote-${id}`)
  if (!/^[a-z][a-z0-9]*$/.test(id) || !existsSync(packageDir))
    throw new UsageError(`There is no remote "${id}".`)
  await requireDesk(process.env, { createsDatabase: true, yes: values.yes })
  await checkTypes(id, packageDir)
  await replaceDist(packageDir, async (dist) => {
    await step('build', process.execPath, buildArguments(dist), packageDir)
    if (id !== HOST) checkSize(await readRemoteManifest(dist).catch(refused), dist)
    await publish(id, dist, values)
  })
})

if (import.meta.main) await main()

async function publish(id: string, dist: string, values: { force: boolean }): Promise<void> {
  const work = async (db: Db) => {
    const storage = { db, ...readReleaseConfig(process.env) }
    const { release, outcome } = await (id === HOST
      ? publishHost({ ...storage, hostDist: dist }, { force: values.force, onMissing: console.error })
      : publishRemote(storage, dist)
    ).catch(refused)
    console.log(`${id} ${release} is active${outcome === 'unchanged' ? ' already' : ''}`)
    for (const gone of await removeExpiredReleases(storage, new Date())) console.log(`removed ${gone}`)
  }
  // Does not ask for confirmation here: before the build, the command asked whether to create a database.
  await withDeskDatabase(process.env, work, { createsDatabase: true, yes: true })
}

async function checkTypes(id: string, packageDir: string): Promise<void> {
  await step('types', join(root, 'node_modules/.bin/tsc'), ['-p', packageDir], packageDir)
  if (id !== HOST && !existsSync(join(packageDir, 'src')))
    throw new CommandError(`${id} has no build: it is declared but not implemented yet.`)
}

function refused(error: unknown): never {
  throw error instanceof ReleaseRefused ? new CommandError(error.message) : error
}

function checkSize({ release }: RemoteManifest, dist: string): void {
  if (release === null) throw new CommandError('There is nothing to release.')
  for (const [expose, { js, css }] of Object.entries(release.exposes)) {
    const bytes = [release.entry, ...js, ...css].reduce((sum, name) => {
      const compressed = join(dist, `${name}.gz`)
      return sum + readFileSync(existsSync(compressed) ? compressed : join(dist, name)).length
    }, 0)
    console.log(`${expose}: ${(bytes / 1000).toFixed(1)} KB gzip`)
    if (bytes > PAGE_BUDGET_BYTES) {
      throw new CommandError(`${expose} exceeds the budget of ${PAGE_BUDGET_BYTES / 1000} KB.`)
    }
  }
}

function step(name: string, command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_TIMEOUT_MS,
    })
    let output = ''
    const onData = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.on('error', fail)
    child.on('close', (code) => {
      if (code !== 0) return fail(new CommandError(`${name} failed:\n${output}`))
      console.log(`${name} OK`)
      done()
    })
  })
}
