import type { Rspack } from '@rsbuild/core'

export interface ImportedNames {
  /** Imported names by share key. `*` stands for the whole module. */
  names: Record<string, string[]>
  /** Share keys that each exposed module needs before it can run. */
  sharedModules: Record<string, string[]>
}

const EXPOSED_CHUNK = /^__federation_expose_(.+)$/

/** Reports imported names. `isFacade` identifies generated facades, whose re-exports are not imports. */
export function onImportedNames(
  compiler: Rspack.Compiler,
  isFacade: (file: string) => boolean,
  onNames: (imported: ImportedNames) => void,
): void {
  compiler.hooks.thisCompilation.tap('DeskImportedNames', (compilation) => {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
    compilation.hooks.processAssets.tap({ name: 'DeskImportedNames', stage }, () => {
      onNames(readImportedNames(compilation, isFacade))
    })
  })
}

function readImportedNames(
  compilation: Rspack.Compilation,
  isFacade: (file: string) => boolean,
): ImportedNames {
  const names: Record<string, Set<string>> = {}
  const sharedModules: Record<string, Set<string>> = {}
  for (const module of compilation.modules) {
    if (module.type !== 'consume-shared-module') continue
    const key = shareKeyOf(module.identifier())
    const used = usedNames(compilation, module, isFacade)
    if (used === null) continue
    names[key] = new Set([...(names[key] ?? []), ...used])
    for (const expose of exposesWith(compilation, module)) {
      sharedModules[expose] ??= new Set()
      sharedModules[expose].add(key)
    }
  }
  const sorted = (sets: Record<string, Set<string>>) =>
    Object.fromEntries(
      Object.entries(sets)
        .map(([name, set]): [string, string[]] => [name, [...set].sort()])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return { names: sorted(names), sharedModules: sorted(sharedModules) }
}

/** Names of a module that the build uses. Null when no code imports the module after tree shaking. */
function usedNames(
  { moduleGraph }: Rspack.Compilation,
  module: Rspack.Module,
  isFacade: (file: string) => boolean,
): Set<string> | null {
  const used = new Set<string>()
  let active = false
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    // Skips inactive connections between modules, which are unused re-exports of the facade.
    if (connection.getActiveState(undefined) !== true) continue
    active = true
    const { type, ids } = connection.dependency
    const from = (connection.originModule as { resource?: string } | null)?.resource ?? ''
    const [name] = ids ?? []
    if (type === 'cjs require' || (type === 'esm import specifier' && name === undefined)) used.add('*')
    else if (type === 'esm import specifier' && name !== undefined) used.add(name)
    // Skips concatenated modules, which have no resource: the modules inside them have their own connections.
    else if (type === 'esm export import specifier' && name !== undefined && from !== '' && !isFacade(from))
      used.add(name)
  }
  if (!active) return null
  // An active import without a name imports the whole namespace.
  return used.size > 0 ? used : new Set(['*'])
}

/** Exposed modules that load a module initially. Ignores chunks of a later `import()`. */
function exposesWith({ chunkGraph }: Rspack.Compilation, module: Rspack.Module): string[] {
  return [...chunkGraph.getModuleChunks(module)]
    .flatMap((chunk) => [...chunk.groupsIterable])
    .flatMap((group) => group.chunks.map(({ name }) => EXPOSED_CHUNK.exec(name ?? '')?.[1]))
    .filter((name) => name !== undefined)
    .map((name) => `./${name}`)
}

/** Returns the share key in an identifier such as `consume shared module (default) react@^19.3.0 (strict) …`. */
function shareKeyOf(identifier: string): string {
  const key = /^consume shared module \([^)]*\) (\S+)@[^@\s]+/.exec(identifier)?.[1]
  if (key === undefined) throw new Error(`no share key in "${identifier}"`)
  return key
}
