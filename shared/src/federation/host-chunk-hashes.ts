/**
 * Integrity of the host's own lazy chunks. Their file names contain the build's id and no content hash, so the hashes
 * can be inserted after all files are built: hashes of the screens into the entry, hashes of the shared modules into a
 * separate chunk, and all others into the shell, because only the shell loads their chunks. The chunk with the hashes
 * of the shared modules has 22 KB and is rarely needed: pages contain the hashes of the modules that active releases
 * import (`server/src/releases/render-page.ts`).
 */
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { integrityOf } from './integrity.ts'
import { SHARED_MODULE_HASHES_CHUNK } from './shared-modules.ts'

const ENTRY_HASHES = '__DESK_ENTRY_HASHES__'
const SHELL_HASHES = '__DESK_SHELL_HASHES__'
const SHARED_MODULE_HASHES = '__DESK_SHARED_MODULE_HASHES__'

export const ANNOUNCE_SHARED_MODULE_HASHES = announce(SHARED_MODULE_HASHES)
export const ANNOUNCE_SHELL_HASHES = announce(SHELL_HASHES)
export const ANNOUNCE_ENTRY_HASHES = announce(ENTRY_HASHES)

function announce(placeholder: string): string {
  return `Object.assign((globalThis.__deskIntegrity ??= {}), '${placeholder}')\n`
}

export function pluginHostChunkHashes(): RsbuildPlugin {
  return {
    name: 'desk:host-chunk-hashes',
    apply: 'build',
    setup(api) {
      api.modifyRspackConfig((config) => {
        config.plugins.push({ apply: (compiler: Rspack.Compiler) => writeHashes(compiler) })
      })
    },
  }
}

function writeHashes(compiler: Rspack.Compiler): void {
  const { Compilation, sources } = compiler.webpack
  compiler.hooks.thisCompilation.tap('DeskHostChunkHashes', (compilation) => {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT - 1
    compilation.hooks.processAssets.tap({ name: 'DeskHostChunkHashes', stage }, () => {
      const filesWhere = (isIncluded: (names: (string | undefined)[], chunk: Rspack.Chunk) => boolean) =>
        new Set(
          [...compilation.chunks]
            .filter((chunk) =>
              isIncluded(
                [...chunk.groupsIterable].map(({ name }) => name ?? undefined),
                chunk,
              ),
            )
            .flatMap(({ files }) => [...files])
            .filter((file) => /\.(js|css)$/.test(file)),
        )
      const initial = filesWhere((_names, chunk) => chunk.canBeInitial())
      const sharedModules = filesWhere((names) => names.every((name) => name?.startsWith('shared-module/')))
      const sharedModuleHashes = filesWhere((names) => names.includes(SHARED_MODULE_HASHES_CHUNK))
      const screens = filesWhere((names) => names.some((name) => name && !name.startsWith('shared-module')))
      const rest = filesExcept(
        filesWhere(() => true),
        [initial, sharedModules, screens],
      )
      const hash = (file: string) => integrityOf(compilation.getAsset(file)?.source.buffer() ?? '')
      const write = (placeholder: string, into: Set<string>, files: Set<string>) => {
        const pattern = new RegExp(`(["'\`])${placeholder}\\1`)
        for (const file of into) {
          const code = compilation.getAsset(file)?.source.source().toString() ?? ''
          if (!pattern.test(code)) continue
          const hashes = Object.fromEntries([...files].sort().map((each) => [`/${each}`, hash(each)]))
          const filled = code.replace(pattern, () => JSON.stringify(hashes))
          compilation.updateAsset(file, new sources.RawSource(filled))
          return
        }
        // A build without remotes has no shared modules.
        if (sharedModuleHashes.size > 0) throw new Error(`${placeholder} does not occur in the build`)
      }
      // Dependencies are written first, because a file that contains hashes of others gets its own hash afterwards.
      write(SHARED_MODULE_HASHES, sharedModuleHashes, sharedModules)
      write(SHELL_HASHES, screens, rest)
      write(ENTRY_HASHES, initial, filesExcept(screens, [initial]))
    })
  })
}

function filesExcept(files: Set<string>, others: readonly Set<string>[]): Set<string> {
  return new Set([...files].filter((file) => !others.some((other) => other.has(file))))
}
