/** The builds of the browser rooms: each `rsbuild.config.ts` is two lines that call one of these. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { mergeRsbuildConfig, type RsbuildConfig, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { buildId } from './build-inputs.ts'
import { DEVELOPMENT_RELEASE } from './development-release.ts'
import {
  ANNOUNCE_DOOR_HASHES,
  ANNOUNCE_ENTRY_HASHES,
  ANNOUNCE_SHELL_HASHES,
  pluginDoorHashes,
} from './door-hashes.ts'
import { type EagerDoors, writeFacades, writeHostDoors } from './doors.ts'
import { pluginHostManifest, pluginRemoteManifest } from './emit-manifest.ts'
import { deriveExposes } from './exposed-modules.ts'
import { pluginIntegrityRuntime } from './integrity-runtime.ts'
import type { RemoteDeclaration } from './remote-manifest.ts'
import { runtimeAliases } from './runtime-modules.ts'
import { providedVersions, remoteShared } from './shared-dependencies.ts'

/** Switches of the federation runtime in the host. Entries are scripts that the registry names: no snapshot is needed. */
const RUNTIME_SWITCHES = {
  ENV_TARGET: '"web"',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
}

/**
 * The host is a plain build: no federation plugin, so the sign-in screens carry no federation runtime and nothing waits
 * behind an async boundary. The lazy shell starts the runtime and provides the shared modules (`host/src/remotes`).
 */
export function hostBuild(root: string, eagerDoors: EagerDoors = {}): RsbuildConfig {
  const release = buildId(root)
  const doors = writeHostDoors(
    join(root, '.cache/doors'),
    eagerDoors,
    isDevelopment() ? undefined : { index: ANNOUNCE_SHELL_HASHES, table: ANNOUNCE_DOOR_HASHES },
  )
  return mergeRsbuildConfig(common('host'), {
    root,
    source: {
      preEntry: [
        isDevelopment() ? join(import.meta.dirname, 'development/one-refresh.js') : entryHashes(root),
      ],
      entry: { index: './src/entry.ts' },
      define: { ...RUNTIME_SWITCHES, DESK_SHARED_VERSIONS: JSON.stringify(providedVersions()) },
    },
    html: {
      template: './index.html',
      crossorigin: 'anonymous',
      inject: 'head',
      scriptLoading: 'defer',
      tags: [{ tag: 'script', children: earlyScript(root), append: false }],
    },
    output: { assetPrefix: '/', distPath: inOneFolder('assets') },
    // Packages in a file apart would be fetched anew as well, for a release renames all lazy chunks; together they pack better.
    splitChunks: { cacheGroups: { defaultVendors: false } },
    tools: {
      rspack: {
        // Names of chunks are no list in the entry: one plain text for all.
        output: isDevelopment() ? {} : { chunkFilename: `assets/${release}/[id].js` },
        module: {
          rules: [
            {
              test: /@mantine[\\/]core[\\/]esm[\\/].*\.module\.mjs$/,
              sideEffects: true,
              use: join(import.meta.dirname, 'mantine-styles-loader.js'),
            },
          ],
        },
        plugins: [
          new rspack.NormalModuleReplacementPlugin(
            /[\\/]remotes[\\/]door-modules\.ts$|^\.\/door-modules\.ts$/,
            doors,
          ),
        ],
      },
      cssExtract: {
        pluginOptions: isDevelopment() ? {} : { chunkFilename: `assets/${release}/[id].css` },
      },
    },
    plugins: [pluginHostManifest(release, versionOf(root)), pluginDoorHashes()],
  })
}

/**
 * A remote: one container of a name unique to the build, at an address that never changes, with everything shared taken
 * from the host.
 * @throws Error when the declaration and the pages do not agree.
 */
export function remoteBuild(declaration: RemoteDeclaration, root: string): RsbuildConfig {
  const release = isDevelopment() ? DEVELOPMENT_RELEASE : buildId(root)
  const container = `${declaration.id}_${release}`
  const basePath = `/r/${declaration.id}/${release}/`
  const entry = 'remoteEntry.js'
  const isFacade = (file: string) => file.startsWith(join(root, FACADES))
  return mergeRsbuildConfig(common(declaration.id), {
    root,
    source: { entry: {} },
    // In development alone: released files are read from the host's own origin.
    server: { cors: { origin: /^http:\/\/localhost:\d+$/ } },
    output: { assetPrefix: basePath, distPath: inOneFolder('') },
    // In development the page of the host takes files and updates from this server, at its whole address.
    dev: { assetPrefix: true },
    tools: {
      rspack: {
        resolve: { alias: { ...runtimeAliases(), ...writeFacades(join(root, FACADES)) } },
        module: { rules: [{ test: isFacade, sideEffects: false }] },
        externals: isDevelopment() ? { 'react-refresh/runtime': `var __deskRefresh('${container}')` } : {},
        output: {
          uniqueName: container,
          // A module that threw while loading throws again, instead of being handed out half made.
          strictModuleErrorHandling: true,
          // The address names the release already; a list of content hashes would stand in the entry.
          ...(isDevelopment() ? {} : { chunkFilename: '[id].js' }),
        },
      },
      cssExtract: { pluginOptions: isDevelopment() ? {} : { chunkFilename: '[id].css' } },
    },
    plugins: [
      pluginModuleFederation({
        name: container,
        filename: entry,
        exposes: deriveExposes(declaration, root),
        shared: remoteShared(),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: true,
        experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
      }),
      pluginRemoteManifest(
        { declaration, release, container, version: versionOf(root), basePath, entry },
        isFacade,
      ),
    ],
  })
}

const FACADES = '.cache/facades'

/** The module that makes the hashes of the host's lazy chunks known, before any of them is asked for. */
function entryHashes(root: string): string {
  const file = join(root, '.cache/entry-hashes.js')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, ANNOUNCE_ENTRY_HASHES)
  return file
}

/** `theme-and-early-calls.js` without its comments. A script of its own would be one more round before everything else. */
function earlyScript(root: string): string {
  return readFileSync(join(root, 'src/theme-and-early-calls.js'), 'utf8').replace(/^\s*\/\/.*\n/gm, '')
}

function common(name: string): RsbuildConfig {
  return {
    logLevel: 'warn',
    performance: { printFileSize: false },
    source: {
      // Always a value, so that nothing looks for `process` in a browser.
      define: { 'process.env.PUBLIC_API_URL': JSON.stringify(process.env.PUBLIC_API_URL ?? '') },
    },
    output: {
      target: 'web',
      filenameHash: isDevelopment() ? false : 'contenthash:10',
      cssModules: {
        localIdentName: `${name}-[local]-[hash:base64:6]`,
        exportLocalsConvention: 'camelCaseOnly',
      },
      legalComments: 'none',
      cleanDistPath: true,
      // No data: URLs beyond the small; the CSP lets images through, not scripts.
      dataUriLimit: 2048,
    },
    // Updates come straight from the development server, not through the page's own address.
    dev: { lazyCompilation: false, client: { protocol: 'ws', host: 'localhost', port: '<port>' } },
    // A script that hangs is let go, so that a retry asks for it anew (style sheets: `integrity-runtime.ts`).
    tools: { rspack: { output: { crossOriginLoading: 'anonymous', chunkLoadTimeout: 8_000 } } },
    plugins: [
      // One name for all bundles: React Refresh is put into the page once.
      pluginReact({ reactRefreshOptions: { library: 'desk' } }),
      pluginIntegrityRuntime(),
    ],
  }
}

function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}

/** Everything in one folder below the root of the build; a development server leaves the last real build alone. */
function inOneFolder(folder: string) {
  const names = [
    'js',
    'jsAsync',
    'css',
    'cssAsync',
    'svg',
    'font',
    'image',
    'media',
    'assets',
    'wasm',
  ] as const
  return {
    root: isDevelopment() ? '.cache/development' : 'dist',
    ...Object.fromEntries(names.map((name) => [name, folder])),
  }
}

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}
