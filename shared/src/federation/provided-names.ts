import { createRequire } from 'node:module'
import type { Rspack } from '@rsbuild/core'
import { PROVIDED_KEYS } from './shared-dependencies.ts'
import { allSharedModules } from './shared-modules.ts'

const require = createRequire(import.meta.url)
const PROVIDER = /[\\/]remotes[\\/]provided-modules\.ts$/

export function onProvided(
  compiler: Rspack.Compiler,
  onNames: (names: Record<string, readonly string[]>) => void,
): void {
  compiler.hooks.thisCompilation.tap('DeskProvidedNames', (compilation) => {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
    compilation.hooks.processAssets.tap({ name: 'DeskProvidedNames', stage }, () => {
      // A build without remotes provides no modules.
      const provider = [...compilation.modules].find((module) => PROVIDER.test(resourceOf(module)))
      if (provider === undefined) return
      const whole = PROVIDED_KEYS.map((key): [string, readonly string[]] => [
        key,
        exportsOf(compilation, provider, key),
      ])
      // The build fails when a package does not export a listed name, so the list is exact.
      const sharedModules = allSharedModules().map(({ key, names }): [string, readonly string[]] => [
        key,
        names,
      ])
      onNames(Object.fromEntries([...whole, ...sharedModules]))
    })
  })
}

function exportsOf(
  { moduleGraph }: Rspack.Compilation,
  provider: Rspack.Module,
  key: string,
): readonly string[] {
  const ours = [key, `shared/federation/provided/${key.replace(/^shared\//, '')}.ts`]
  for (const { dependency, module } of moduleGraph.getOutgoingConnections(provider)) {
    const { request = '' } = dependency
    if (module === null || !ours.includes(request)) continue
    const names = request.startsWith('shared/') ? moduleGraph.getProvidedExports(module) : null
    if (Array.isArray(names)) return names.toSorted()
    // Loads a CommonJS package, because its exports are known only at run time. `default` is the whole module.
    return [...new Set(['default', ...Object.keys(require(key))])].sort()
  }
  throw new Error(`provided-modules.ts does not import ${key}`)
}

function resourceOf(module: Rspack.Module): string {
  return (module as { resource?: string }).resource ?? ''
}
