import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HostManifest, RemoteDeclaration, RemoteRelease } from 'shared/federation/remote-manifest.ts'

const hashOf = (content: string): string => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Returns the declaration of a remote with one page at `path`. */
export function MockDeclaration({ id = 'chat', path = 'chat-queue' } = {}): RemoteDeclaration {
  return {
    id,
    owner: `${id} team`,
    requires: { shell: '^1.0.0' },
    routes: [{ path, title: 'คิวแชท', expose: './Page' }],
    nav: [{ path, label: 'คิวแชท', icon: 'queue', roles: ['ADMIN'], order: 10 }],
  }
}

/** Returns a release of a remote. Entry, chunk and style sheet contain their own file names. */
export function MockRelease({ id = 'chat', release = 'one', path = 'chat-queue' } = {}): RemoteRelease {
  const { requires, routes, nav } = MockDeclaration({ id, path })
  const names = ['remoteEntry.js', 'page.js', 'page.css']
  return {
    release,
    container: `${id}_${release}`,
    version: '1.0.0',
    basePath: `/r/${id}/${release}/`,
    entry: 'remoteEntry.js',
    requires,
    routes,
    nav,
    exposes: { './Page': { js: ['page.js'], css: ['page.css'] } },
    imports: {},
    files: Object.fromEntries(names.map((name) => [name, { integrity: hashOf(name), bytes: name.length }])),
  }
}

/** Writes a host build: assets that contain their own names, `index.html`, and `host.json` last as in a real build. */
export async function writeHostBuild(
  dist: string,
  manifest: Partial<HostManifest> & { release: string },
  names: readonly string[] = [`assets/${manifest.release}/shell.js`],
): Promise<void> {
  await rm(dist, { recursive: true, force: true })
  const all = ['assets/index.js', ...names]
  for (const name of all) {
    await mkdir(dirname(join(dist, name)), { recursive: true })
    await writeFile(join(dist, name), name)
  }
  const page = `<!doctype html><html><head><title>${manifest.release}</title><script defer src="/assets/index.js"></script></head><body></body></html>`
  await writeFile(join(dist, 'index.html'), page)
  const files = Object.fromEntries(all.map((name) => [name, { integrity: hashOf(name), bytes: name.length }]))
  const whole: HostManifest = {
    version: '1.0.0',
    chunks: {},
    fonts: [],
    files,
    shared: {},
    sharedModules: {},
    ...manifest,
  }
  await writeFile(join(dist, 'host.json'), JSON.stringify(whole))
}
