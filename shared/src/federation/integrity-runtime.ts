import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

declare global {
  // Hashes by URL path, written by the host: of its own chunks, and of remotes' files from the registry.
  var __deskIntegrity: Record<string, string> | undefined
}

/**
 * Lets a build's own chunk loader ask for its files with integrity, by `self.__deskIntegrity`.
 * `crossOrigin` is set always, so that preloads and loads are one and the same request.
 */
export function pluginIntegrityRuntime(): RsbuildPlugin {
  return {
    name: 'desk:integrity-runtime',
    setup(api) {
      api.modifyRspackConfig((config, { rspack }) => {
        config.plugins.push({
          apply(compiler: Rspack.Compiler) {
            compiler.hooks.compilation.tap('DeskIntegrity', (compilation) => {
              const hooks = rspack.RuntimePlugin.getCompilationHooks(compilation)
              hooks.createScript.tap('DeskIntegrity', (code) => `${code}\n${SCRIPT_WITH_INTEGRITY}`)
            })
          },
        })
      })
      api.modifyRsbuildConfig((config, { mergeRsbuildConfig }) =>
        mergeRsbuildConfig(config, {
          tools: { cssExtract: { pluginOptions: { insert: insertWithIntegrity } } },
        }),
      )
    },
  }
}

const SCRIPT_WITH_INTEGRITY =
  "script.crossOrigin = 'anonymous';" +
  "script.integrity = (self.__deskIntegrity || {})[new URL(script.src, location.href).pathname] || '';"

/**
 * Its source text is copied into every build's runtime, so it must not use anything else from this file. The bundler has no
 * time-out for style sheets: after the same time as for scripts (`chunkLoadTimeout`) an error event is dispatched, so that a
 * retry requests the sheet again.
 */
function insertWithIntegrity(link: HTMLLinkElement): void {
  link.crossOrigin = 'anonymous'
  link.integrity = self.__deskIntegrity?.[new URL(link.href, location.href).pathname] ?? ''
  const late = setTimeout(() => link.dispatchEvent(new Event('error')), 8_000)
  link.addEventListener('load', () => clearTimeout(late))
  document.head.appendChild(link)
}
