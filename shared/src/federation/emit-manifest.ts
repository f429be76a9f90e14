import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { type ImportedNames, onImportedNames } from './imported-names.ts'
import { integrityOf } from './integrity.ts'
import { onProvided } from './provided-names.ts'
import type {
  ExposedModule,
  FileSet,
  HostManifest,
  ReleaseFile,
  RemoteManifest,
  RemoteRelease,
} from './remote-manifest.ts'
import { installedVersion, notProvided, packageOf, requiredRange } from './shared-dependencies.ts'
import { SHARED_MODULE_TABLE_CHUNK } from './shared-modules.ts'

const FEDERATION_MANIFEST = 'mf-manifest.json'
const COMPRESSIBLE = /\.(js|css|svg|json)$/

interface FederationManifest {
  exposes: { path: string; assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
}

type RemoteBuildInfo = Pick<RemoteManifest, 'declaration'> &
  Pick<RemoteRelease, 'release' | 'container' | 'version' | 'basePath' | 'entry'>

/** Writes the manifest of a remote. Fails the build when the release imports a name that the host does not provide. */
export function pluginRemoteManifest(
  info: RemoteBuildInfo,
  isFacade: (file: string) => boolean,
): RsbuildPlugin {
  let imported: ImportedNames = { names: {}, sharedModules: {} }
  const onCompiler = (compiler: Rspack.Compiler) =>
    onImportedNames(compiler, isFacade, (found) => {
      imported = found
    })
  return afterBuild('desk:remote-manifest', onCompiler, (dist) => {
    const { declaration, ...release } = info
    const missing = notProvided(imported.names)
    if (missing.length > 0) throw new Error(missing.join('\n'))
    const manifest = JSON.parse(readFileSync(join(dist, FEDERATION_MANIFEST), 'utf8')) as FederationManifest
    const exposes = Object.fromEntries(
      manifest.exposes.map(({ path, assets }): [string, ExposedModule] => [
        path,
        {
          js: [...assets.js.sync],
          css: [...assets.css.sync],
          sharedModules: (imported.sharedModules[path] ?? []).filter((key) =>
            key.startsWith('shared-module/'),
          ),
        },
      ]),
    )
    const files = measure(dist, dist, (name) => !name.endsWith('.json') && !name.endsWith('.html'))
    if (files[info.entry] === undefined) throw new Error(`${info.entry} was not built`)
    const remote: RemoteManifest = {
      declaration,
      release: {
        ...release,
        requires: declaration.requires,
        routes: declaration.routes,
        nav: declaration.nav,
        services: declaration.services ?? [],
        slots: declaration.slots ?? [],
        links: declaration.links ?? [],
        exposes,
        imports: Object.fromEntries(
          Object.entries(imported.names).map(([key, names]) => [
            key,
            { range: requiredRange(packageOf(key)), names },
          ]),
        ),
        files,
      },
    }
    compress(dist, Object.keys(files))
    writeFileSync(join(dist, 'remote.json'), JSON.stringify(remote, null, 2))
  })
}

/** Writes the host's manifest: modules that it provides, integrity of every asset, files of each lazy chunk. */
export function pluginHostManifest(release: string, version: string): RsbuildPlugin {
  let exported: Record<string, readonly string[]> = {}
  const onCompiler = (compiler: Rspack.Compiler) =>
    onProvided(compiler, (found) => {
      exported = found
    })
  return afterBuild('desk:host-manifest', onCompiler, (dist, stats) => {
    const { namedChunkGroups = {}, entrypoints = {} } = stats.toJson({
      all: false,
      chunkGroups: true,
      entrypoints: true,
    })
    const initial = new Set(Object.values(entrypoints).flatMap((entry) => namesOf(entry.assets)))
    const chunks: Record<string, FileSet> = {}
    const sharedModules: Record<string, FileSet> = {}
    for (const [name, group] of Object.entries(namedChunkGroups)) {
      if (entrypoints[name] !== undefined) continue
      const assets = namesOf(group.assets).filter((asset) => !initial.has(asset))
      const set = {
        js: assets.filter((asset) => asset.endsWith('.js')),
        css: assets.filter((asset) => asset.endsWith('.css')),
      }
      if (name.startsWith('shared-module/')) sharedModules[name] = set
      else chunks[name] = set
    }
    const table = chunks[SHARED_MODULE_TABLE_CHUNK]?.js ?? []
    for (const [key, { js, css }] of Object.entries(sharedModules))
      sharedModules[key] = { js: [...table, ...js], css }
    const files = measure(join(dist, 'assets'), dist, () => true)
    const fonts = Object.keys(files).filter((name) => name.endsWith('.woff2'))
    const apiUrl = (process.env.PUBLIC_API_URL ?? '').replace(/\/+$/, '')
    const shared = Object.fromEntries(
      Object.entries(exported).map(([key, exports]) => [
        key,
        { version: installedVersion(packageOf(key)), exports: [...exports] },
      ]),
    )
    const host: HostManifest = { release, version, apiUrl, chunks, fonts, files, shared, sharedModules }
    compress(dist, Object.keys(files))
    writeFileSync(join(dist, 'host.json'), JSON.stringify(host, null, 2))
  })
}

function namesOf(assets: readonly { name: string }[] | undefined): string[] {
  return (assets ?? []).map(({ name }) => name)
}

function afterBuild(
  name: string,
  onCompiler: (compiler: Rspack.Compiler) => void,
  write: (dist: string, stats: Rspack.Stats) => void,
): RsbuildPlugin {
  return {
    name,
    apply: 'build',
    setup(api) {
      api.modifyRspackConfig((config) => {
        config.plugins.push({ apply: onCompiler })
      })
      api.onAfterBuild(({ stats }) => {
        if (stats === undefined || stats.hasErrors() || !('compilation' in stats)) return
        write(api.context.distPath, stats)
      })
    },
  }
}

function measure(
  folder: string,
  base: string,
  isIncluded: (name: string) => boolean,
): Record<string, ReleaseFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => isIncluded(name) && !/\.(gz|br|txt|map)$/.test(name))
    .sort()
  return Object.fromEntries(
    names.map((name) => {
      const content = readFileSync(join(base, name))
      return [name, { integrity: integrityOf(content), bytes: content.length }]
    }),
  )
}

function compress(dist: string, names: readonly string[]): void {
  for (const name of names) {
    if (!COMPRESSIBLE.test(name)) continue
    const content = readFileSync(join(dist, name))
    if (content.length < 512) continue
    writeFileSync(join(dist, `${name}.gz`), gzipSync(content, { level: 9 }))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(content, { params }))
  }
}
