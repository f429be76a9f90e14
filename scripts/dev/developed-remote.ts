import { join } from 'node:path'
import { DEVELOPMENT_RELEASE } from '../../shared/src/federation/build-inputs.ts'
import type { PageRemote, RemoteDeclaration } from '../../shared/src/federation/remote-manifest.ts'

export async function developedRemote(packageName: string, basePath: string): Promise<PageRemote> {
  const { default: declaration } = (await import(join(packageName, 'remote.config.ts'))) as {
    default: RemoteDeclaration
  }
  const { id, requires, routes, nav, services = [], slots = [] } = declaration
  const active = {
    release: DEVELOPMENT_RELEASE,
    container: `${id}_${DEVELOPMENT_RELEASE}`,
    version: '0.0.0',
    basePath,
    entry: 'remoteEntry.js',
    requires,
    routes,
    nav,
    services,
    slots,
    // A development server provides no list of files and no integrity hashes.
    exposes: Object.fromEntries(
      [...routes, ...services, ...slots].map(({ expose }) => [expose, { js: [], css: [] }]),
    ),
    files: {},
  }
  return { declaration, active, previous: null }
}
