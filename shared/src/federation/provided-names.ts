/** What a build of the host gives to remotes, by exported names, read off the bundler's own graph of modules. */
import { createRequire } from 'node:module'
import type { Rspack } from '@rsbuild/core'
import { allDoors } from './doors.ts'
import { PROVIDED_KEYS } from './shared-dependencies.ts'

const require = createRequire(import.meta.url)
const PROVIDER = /[\\/]remotes[\\/]provided-modules\.ts$/

/** Hands over the names behind every share key once a compilation is done. */
export function onProvided(
  compiler: Rspack.Compiler,
  take: (names: Record<string, readonly string[]>) => void,
): void {
  compiler.hooks.thisCompilation.tap('DeskProvidedNames', (compilation) => {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
    compilation.hooks.processAssets.tap({ name: 'DeskProvidedNames', stage }, () => {
      // A build without remotes provides nothing.
      const provider = [...compilation.modules].find((module) => PROVIDER.test(resourceOf(module)))
      if (provider === undefined) return
      const whole = PROVIDED_KEYS.map((key): [string, readonly string[]] => [
        key,
        exportsOf(compilation, provider, key),
      ])
      // A door that names what its package does not export fails the build by itself.
      const doors = allDoors().map(({ key, names }): [string, readonly string[]] => [key, names])
      take(Object.fromEntries([...whole, ...doors]))
    })
  })
}

function exportsOf(
  { moduleGraph }: Rspack.Compilation,
  provider: Rspack.Module,
  key: string,
): readonly string[] {
  const request = `shared/federation/provided/${key.replace(/^shared\//, '')}.ts`
  for (const { dependency, module } of moduleGraph.getOutgoingConnections(provider)) {
    if (module === null || (dependency.request !== key && dependency.request !== request)) continue
    const names = moduleGraph.getProvidedExports(module)
    if (Array.isArray(names)) return names.toSorted()
    // CommonJS says its names when it runs.
    return [...new Set(['default', ...Object.keys(require(key))])].sort()
  }
  throw new Error(`provided-modules.ts does not import ${key}`)
}

function resourceOf(module: Rspack.Module): string {
  return (module as { resource?: string }).resource ?? ''
}
