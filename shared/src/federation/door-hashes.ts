/**
 * Integrity of the host's own lazy chunks. Their names come from the build's id and not from their content, so that the
 * entry needs no list of them; hence their hashes can be written once everything else is done: those of the screens into the
 * entry, those of the doors into the table of doors.
 */
import { createHash } from 'node:crypto'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { DOOR_TABLE_CHUNK } from './doors.ts'

/** Stands in the source where the hashes will be. */
const ENTRY_HASHES = '__DESK_ENTRY_HASHES__'
const DOOR_HASHES = '__DESK_DOOR_HASHES__'

/** A statement for the table of doors, which makes the doors' hashes known. */
export const ANNOUNCE_DOOR_HASHES = announce(DOOR_HASHES)
/** The same for the entry, with the hashes of all other chunks. */
export const ANNOUNCE_ENTRY_HASHES = announce(ENTRY_HASHES)

function announce(placeholder: string): string {
  return `Object.assign((globalThis.__deskIntegrity ??= {}), '${placeholder}')\n`
}

export function pluginDoorHashes(): RsbuildPlugin {
  return {
    name: 'desk:door-hashes',
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
  compiler.hooks.thisCompilation.tap('DeskDoorHashes', (compilation) => {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT - 1
    compilation.hooks.processAssets.tap({ name: 'DeskDoorHashes', stage }, () => {
      const chunks = [...compilation.chunks]
      const doors = new Set(
        chunks
          .filter((chunk) => [...chunk.groupsIterable].every(({ name }) => name?.startsWith('door/')))
          .flatMap(({ files }) => [...files]),
      )
      const initial = new Set(
        chunks.filter((chunk) => chunk.canBeInitial()).flatMap(({ files }) => [...files]),
      )
      const all = chunks.flatMap(({ files }) => [...files]).filter((file) => /\.(js|css)$/.test(file))
      const hashesOf = (files: string[]) =>
        JSON.stringify(Object.fromEntries([...new Set(files)].sort().map((file) => [`/${file}`, hash(file)])))
      const hash = (file: string) => {
        const content = compilation.getAsset(file)?.source.buffer() ?? ''
        return `sha384-${createHash('sha384').update(content).digest('base64')}`
      }
      const replace = (placeholder: string, files: readonly string[], text: () => string) => {
        for (const file of files) {
          const code = compilation.getAsset(file)?.source.source().toString() ?? ''
          if (!code.includes(placeholder)) continue
          const filled = code.replace(new RegExp(`(["'\`])${placeholder}\\1`), text)
          compilation.updateAsset(file, new sources.RawSource(filled))
          return
        }
        throw new Error(`${placeholder} is nowhere in the build`)
      }
      // The table first: its own hash goes into the entry.
      const table = chunks.find(({ name }) => name === DOOR_TABLE_CHUNK)
      if (table) replace(DOOR_HASHES, [...table.files], () => hashesOf(all.filter((file) => doors.has(file))))
      replace(ENTRY_HASHES, [...initial], () =>
        hashesOf(all.filter((file) => !doors.has(file) && !initial.has(file))),
      )
    })
  })
}
