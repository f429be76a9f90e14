import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { mergeRsbuildConfig, type RsbuildConfig, type RsbuildPlugin, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { pluginBrowserApis } from './browser-apis.ts'
import { BROWSERS, SUPPORTED_BROWSERS } from './browsers.ts'
import { buildId, DEVELOPMENT_RELEASE } from './build-inputs.ts'
import { pluginHostManifest, pluginRemoteManifest } from './emit-manifest.ts'
import { deriveExposes } from './exposed-modules.ts'
import {
  ANNOUNCE_ENTRY_HASHES,
  ANNOUNCE_SHARED_MODULE_HASHES,
  ANNOUNCE_SHELL_HASHES,
  pluginHostChunkHashes,
} from './host-chunk-hashes.ts'
import { pluginIntegrityRuntime } from './integrity-runtime.ts'
import type { RemoteDeclaration } from './remote-manifest.ts'
import { runtimeAliases } from './runtime-modules.ts'
import { providedVersions, remoteShared } from './shared-dependencies.ts'
import { type EagerSharedModules, writeFacades, writeHostSharedModules } from './shared-modules.ts'

const CONTRACT = join(import.meta.dirname, '../contract/')

const UNUSED_RUNTIME =
  /@module-federation[\\/](?:runtime-core[\\/]dist[\\/](?:plugins[\\/]snapshot[\\/]SnapshotHandler|utils[\\/]preload)\.js|error-codes[\\/]dist[\\/]desc\.mjs)$/

/** Settings of the federation runtime. The registry lists all entries as scripts, so no snapshots are needed. */
const RUNTIME_SWITCHES = {
  ENV_TARGET: '"web"',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
}

/**
 * Build configuration of the host, without the federation plugin: the login screens load no federation runtime, and no
 * code waits behind an async boundary. The lazy shell starts the runtime and provides the shared modules
 * (`host/src/remotes`).
 */
export function hostBuild(root: string, eagerSharedModules: EagerSharedModules = {}): RsbuildConfig {
  const release = buildId(root)
  const sharedModules = writeHostSharedModules(
    join(root, '.cache/shared-modules'),
    eagerSharedModules,
    isDevelopment()
      ? undefined
      : { shell: ANNOUNCE_SHELL_HASHES, sharedModules: ANNOUNCE_SHARED_MODULE_HASHES },
  )
  return mergeRsbuildConfig(common('host'), {
    root,
    source: {
      preEntry: [
        isDevelopment()
          ? join(import.meta.dirname, 'development/shared-react-refresh.js')
          : entryHashes(root),
      ],
      entry: { index: './src/entry.ts' },
      define: { ...RUNTIME_SWITCHES, DESK_SHARED_VERSIONS: JSON.stringify(providedVersions()) },
    },
    html: {
      template: './index.html',
      crossorigin: 'anonymous',
      inject: 'head',
      scriptLoading: 'defer',
      tags: ['src/first-page-load.js', 'src/theme-and-early-calls.js'].map((file) => ({
        tag: 'script',
        children: inlineScript(join(root, file)),
        append: false,
      })),
    },
    output: { assetPrefix: '/', distPath: inOneFolder('assets') },
    // The host has no vendor chunk: every release renames all lazy chunks, so a vendor chunk would not be cached
    // longer, and a single file compresses better.
    splitChunks: { cacheGroups: { defaultVendors: false } },
    tools: {
      rspack: {
        // Chunk names contain no content hash, because with hashes the entry would contain a list of all chunk names.
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
            /[\\/]remotes[\\/]lazy-shared-modules\.ts$|^\.\/lazy-shared-modules\.ts$/,
            sharedModules,
          ),
        ],
      },
      cssExtract: {
        pluginOptions: isDevelopment() ? {} : { chunkFilename: `assets/${release}/[id].css` },
      },
    },
    plugins: [pluginHostManifest(release, versionOf(root)), pluginHostChunkHashes(), pluginFirstPaint()],
  })
}

function pluginFirstPaint(): RsbuildPlugin {
  return {
    name: 'desk:first-paint',
    setup(api) {
      api.modifyHTML((html) => html.replace('SUPPORTED_BROWSERS', SUPPORTED_BROWSERS))
      api.modifyHTMLTags(({ headTags, bodyTags }) => {
        const isSheet = ({ tag, attrs }: (typeof headTags)[number]) =>
          tag === 'link' && attrs?.rel === 'stylesheet'
        return {
          headTags: headTags.filter((tag) => !isSheet(tag)),
          bodyTags: [...bodyTags, ...headTags.filter(isSheet)],
        }
      })
    },
  }
}

/**
 * Build configuration of a remote: a federation container with a unique name and base path per build. @throws Error
 * when the declaration does not match the exposed modules.
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
    // Only development needs CORS: in production the files of remotes have the host's origin.
    server: { cors: { origin: /^http:\/\/localhost:\d+$/ } },
    output: { assetPrefix: basePath, distPath: inOneFolder('') },
    // A page's modules are in the page's own files, to keep the number of files low.
    splitChunks: {
      cacheGroups: {
        // Separate file of modules that a page shares with slots or services, which would otherwise load twice.
        basics: {
          name: 'basics',
          chunks: isExposed,
          test: (module, { chunkGraph }) => {
            const exposed = [...chunkGraph.getModuleChunks(module)].filter(isExposed)
            return exposed.some(isPage) && !exposed.every(isPage)
          },
          minChunks: 2,
          minSize: 0,
          priority: 2,
        },
        headless: {
          chunks: (chunk) => !isPage(chunk),
          test: (module, { chunkGraph }) => ![...chunkGraph.getModuleChunks(module)].some(isPage),
          minChunks: 2,
          // Minimum size of a chunk in bytes before compression. Of the measured values (300 to 12,000), this one makes
          // the chat's pages load the fewest bytes.
          minSize: 2500,
          priority: 1,
        },
      },
    },
    // In development the host's page loads files and hot updates from this server.
    dev: { assetPrefix: true },
    tools: {
      rspack: {
        resolve: { alias: { ...runtimeAliases(), ...writeFacades(join(root, FACADES)) } },
        module: { rules: [{ test: isFacade, sideEffects: false }] },
        externals: isDevelopment() ? { 'react-refresh/runtime': `var __deskRefresh('${container}')` } : {},
        output: {
          uniqueName: container,
          // A module that threw during loading throws again on the next import, instead of being partly initialized.
          strictModuleErrorHandling: true,
          // Chunk names need no hash, which would add a list of names to the entry: the base path contains the release.
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

function isPage({ name }: { name?: string | undefined }): boolean {
  return name?.endsWith('Page') === true
}

function isExposed({ name }: { name?: string | undefined }): boolean {
  return name?.startsWith('__federation_expose_') === true
}

/** Returns a file that registers the hashes of lazy chunks before the first lazy chunk loads. */
function entryHashes(root: string): string {
  const file = join(root, '.cache/entry-hashes.js')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, ANNOUNCE_ENTRY_HASHES)
  return file
}

/** Returns a script that is inlined into the page, because a separate file would cost a round trip. */
function inlineScript(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '')
}

function common(name: string): RsbuildConfig {
  return {
    logLevel: 'warn',
    performance: { printFileSize: false },
    source: {
      // `process.env.PUBLIC_API_URL` is always replaced, because browsers have no `process`.
      define: { 'process.env.PUBLIC_API_URL': JSON.stringify(process.env.PUBLIC_API_URL ?? '') },
    },
    output: {
      target: 'web',
      // One minifier pass more than the default saves 0.3 KB gzip on every page.
      minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } },
      overrideBrowserslist: [...BROWSERS],
      filenameHash: isDevelopment() ? false : 'contenthash:10',
      cssModules: {
        localIdentName: `${name}-[local]-[hash:base64:4]`,
        exportLocalsConvention: 'camelCaseOnly',
      },
      legalComments: 'none',
      cleanDistPath: true,
      // Only small images become data: URLs, which the CSP allows.
      dataUriLimit: 2048,
    },
    // Hot updates use this server directly, not the page's origin.
    dev: { lazyCompilation: false, client: { protocol: 'ws', host: 'localhost', port: '<port>' } },
    // Timeout for scripts, after which a retry requests the script again (for style sheets see `integrity-runtime.ts`).
    tools: {
      rspack: {
        output: { crossOriginLoading: 'anonymous', chunkLoadTimeout: 8_000 },
        module: {
          rules: [
            {
              test: isContract,
              enforce: 'pre',
              use: join(import.meta.dirname, 'browser-contract-loader.js'),
            },
            { test: UNUSED_RUNTIME, use: join(import.meta.dirname, 'unused-runtime-loader.js') },
          ],
        },
      },
    },
    plugins: [
      // All bundles use the same library name, so that React Refresh is initialized once.
      pluginReact({ reactRefreshOptions: { library: 'desk' } }),
      pluginIntegrityRuntime(),
      pluginBrowserApis(),
    ],
  }
}

function isContract(file: string): boolean {
  return file.startsWith(CONTRACT) && file.endsWith('.ts')
}

function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}

/** Development servers write to another folder and keep the last production build. */
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
