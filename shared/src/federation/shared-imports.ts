/** Checks what a remote takes from the shared modules against what the host provides, before anybody's browser does. */
import { readFileSync } from 'node:fs'
import type { RsbuildPlugin } from '@rsbuild/core'
import { sourceFiles } from './build-inputs.ts'
import { PROVIDED_KEYS, providedNames } from './shared-dependencies.ts'

/**
 * Lines about names imported from partly provided modules that the host does not provide; empty when all is well.
 * Type imports are not counted; an import of the whole module (`import * as`) is refused, since its names are not known.
 */
export function missingSharedNames(folder: string): string[] {
  const provided = providedNames()
  return sourceFiles(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      return [
        ...source.matchAll(/(?:import|export)\s+(?!type\b)([^'";]*?)\s+from\s+['"]([^'"]+)['"]/g),
      ].flatMap(([, clause = '', request = '']) => {
        const names = provided.get(request)
        if (names === undefined) return []
        if (!clause.trim().startsWith('{')) return [`${file}: import from ${request} by name`]
        return clause
          .replace(/[{}]/g, '')
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => name.split(/\s+as\s+/)[0] ?? name)
          .filter((name) => !names.has(name))
          .map((name) => `${file}: the host does not provide ${name} of ${request}`)
      })
    })
}

/** Fails a remote's build when it would ask the share scope for a key or a name that the host does not provide. */
export function pluginSharedImports(room: string): RsbuildPlugin {
  return {
    name: 'desk:shared-imports',
    setup(api) {
      api.onBeforeBuild(() => {
        const missing = missingSharedNames(`${room}/src`)
        if (missing.length > 0) throw new Error(missing.join('\n'))
      })
      api.onAfterBuild(({ stats }) => {
        const { modules = [] } = stats?.toJson({ all: false, modules: true, modulesSpace: 100_000 }) ?? {}
        for (const { moduleType, identifier } of modules) {
          if (moduleType !== 'consume-shared-module') continue
          const key = keyOf(identifier ?? '')
          if (key !== null && !(PROVIDED_KEYS as readonly string[]).includes(key)) {
            throw new Error(`the host does not provide ${key}`)
          }
        }
      })
    },
  }
}

function keyOf(identifier: string): string | null {
  return /^consume shared module \([^)]*\) (@?[^@\s]+)@/.exec(identifier)?.[1] ?? null
}
