import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The federation plugin resolves the runtime with `require`, and so bundles CommonJS, which cannot be tree-shaken: 30
 * KB gzip in each remoteEntry instead of 8.
 * @throws Error when the packages have another layout, so that an upgrade does not go unnoticed.
 */
export function runtimeAliases(): Record<string, string> {
  const plugin = resolver(createRequire(import.meta.url).resolve('@module-federation/rsbuild-plugin'))
  const enhanced = resolver(plugin('@module-federation/enhanced'))
  const tools = resolver(enhanced('@module-federation/runtime-tools'))
  const runtime = tools('@module-federation/runtime')
  const fromRuntime = resolver(runtime)
  const found = {
    '@module-federation/runtime': runtime,
    '@module-federation/webpack-bundler-runtime': tools('@module-federation/webpack-bundler-runtime'),
    '@module-federation/sdk': fromRuntime('@module-federation/sdk'),
    '@module-federation/error-codes': fromRuntime('@module-federation/error-codes'),
  }
  const aliases: Record<string, string> = {}
  for (const [name, file] of Object.entries(found)) {
    const esModule = [file.replace(/\.cjs$/, '.js'), file.replace(/\.cjs$/, '.mjs')].find(
      (candidate) => candidate !== file && existsSync(candidate),
    )
    if (esModule === undefined) throw new Error(`no ES module next to ${file}`)
    aliases[`${name}$`] = esModule
    aliases[file] = esModule
  }
  return aliases
}

function resolver(from: string): (name: string) => string {
  const require = createRequire(from)
  return (name) => require.resolve(name)
}
