import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

declare global {
  // Integrity hashes by URL path. The host adds its own chunks' hashes, and remotes' hashes from the registry.
  var __deskIntegrity: Record<string, string> | undefined
}

/** `crossOrigin` is always set, so that a preload and the load are the same request. */
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
 * The source text of this function is copied into every build's runtime, so it must not use other code of this file.
 * The bundler has no timeout for style sheets: an error event after 8 s (as `chunkLoadTimeout`) makes a retry possible.
 */
function insertWithIntegrity(link: HTMLLinkElement): void {
  link.crossOrigin = 'anonymous'
  link.integrity = self.__deskIntegrity?.[new URL(link.href, location.href).pathname] ?? ''
  const late = setTimeout(() => link.dispatchEvent(new Event('error')), 8_000)
  link.addEventListener('load', () => clearTimeout(late))
  document.head.appendChild(link)
}
