import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

declare global {
  // Hashes by URL path, put there by whoever starts a build on the page (the host, from the registry).
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
 * Its text becomes part of every build's runtime: it may use nothing from this file. The loader of style sheets waits for
 * one that hangs as long as the browser does; after as long as a script has (`chunkLoadTimeout`) it hears of a failure, so
 * that the next try asks anew.
 */
function insertWithIntegrity(link: HTMLLinkElement): void {
  link.crossOrigin = 'anonymous'
  link.integrity = self.__deskIntegrity?.[new URL(link.href, location.href).pathname] ?? ''
  const late = setTimeout(() => link.dispatchEvent(new Event('error')), 8_000)
  link.addEventListener('load', () => clearTimeout(late))
  document.head.appendChild(link)
}
