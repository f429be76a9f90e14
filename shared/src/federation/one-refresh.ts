import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'

/**
 * In development every bundle brings its own React Refresh, but only the one that was there before React knows its renderer.
 * This makes all bundles of the page use that one, so that a remote's components are refreshed in the host's tree.
 */
export function pluginOneRefresh(): RsbuildPlugin {
  return {
    name: 'desk:one-refresh',
    apply: 'serve',
    setup(api) {
      api.modifyRspackConfig((config, { rspack }) => {
        // Set by the React plugin.
        const aliases = config.resolve.alias as Record<string, string> | undefined
        const folder = aliases?.['react-refresh']
        if (folder === undefined) return
        config.resolve.alias = { ...aliases, 'react-refresh-of-this-build$': join(folder, 'runtime.js') }
        config.plugins.push(
          new rspack.NormalModuleReplacementPlugin(
            /^react-refresh\/runtime$/,
            join(import.meta.dirname, 'development/refresh-runtime.cjs'),
          ),
        )
      })
    },
  }
}
