import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RemoteManifest } from 'shared/federation/remote-manifest.ts'
import { CommandError, runCommand, UsageError } from '../cli/run-command.ts'
import { withDeskDatabase } from '../cli/with-database.ts'
import { readReleasesDir } from './place.ts'
import { publishBuild, removeExpiredReleases, requireShell } from './publish.ts'
import { ReleaseRefused } from './rules.ts'

const USAGE = `pnpm release <remote>

Builds a remote cold, checks it (types, exposes, size, shell range), brings its files to the
releases and makes them the active release. Open pages take it at their next visit of a page of it.`

/** What the first page of a remote may weigh, gzip, without what the host provides. */
const PAGE_BUDGET_BYTES = 90_000
const STEP_TIMEOUT_MS = 10 * 60_000
const root = resolve(import.meta.dirname, '../../..')

await runCommand(USAGE, async ([id, ...rest]) => {
  if (id === undefined || rest.length > 0) throw new UsageError('Name one remote.')
  const room = join(root, `remote-${id}`)
  if (!/^[a-z][a-z0-9]*$/.test(id) || !existsSync(room)) throw new UsageError(`There is no remote "${id}".`)
  await step('types', join(root, 'node_modules/.bin/tsc'), ['-p', room], room)
  await rm(join(room, 'dist'), { recursive: true, force: true })
  const rsbuild = join(room, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  if (!existsSync(rsbuild)) throw new CommandError(`${id} has no build yet: it is declared and has no pages.`)
  await step('build', process.execPath, [rsbuild, 'build'], room)
  const dist = join(room, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8')) as RemoteManifest
  checkSize(manifest, dist)
  await requireShell(resolve(root, process.env.HOST_DIST || 'host/dist'), manifest).catch(refused)
  await withDeskDatabase(process.env, async (db) => {
    const place = { db, releasesDir: readReleasesDir(process.env) }
    const outcome = await publishBuild(place, dist).catch(refused)
    const name = `${id} ${manifest.release?.release}`
    console.log(outcome === 'unchanged' ? `${name} is active already` : `${name} is active`)
    for (const gone of await removeExpiredReleases(place, new Date())) console.log(`removed ${gone}`)
  })
})

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
      throw new CommandError(`${expose} is over the budget of ${PAGE_BUDGET_BYTES / 1000} KB.`)
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
    const take = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', fail)
    child.on('close', (code) => {
      if (code !== 0) return fail(new CommandError(`${name} failed:\n${output}`))
      console.log(`${name}: well`)
      done()
    })
  })
}
