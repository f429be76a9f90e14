import { DEVELOPMENT_RELEASE } from '../../shared/src/federation/development-release.ts'
import type {
  ReleaseRegistry,
  RemoteDeclaration,
  RemoteRelease,
} from '../../shared/src/federation/remote-manifest.ts'

/** Whether the desk's own server answers a path, and not the development server of the host. */
export function isForServer(path: string): boolean {
  return /^\/(api|auth|kb|line|ws|healthz|docs|r|media|avatars|static)([/?]|$)/.test(path)
}

/** The server's registry in which the developed remotes come from their development servers (id → base URL). */
export function developmentRegistry(
  stored: ReleaseRegistry,
  declarations: ReadonlyMap<string, RemoteDeclaration>,
  servers: ReadonlyMap<string, string>,
): ReleaseRegistry {
  const developed = [...servers].flatMap(([id, basePath]) => {
    const declaration = declarations.get(id)
    if (declaration === undefined) return []
    const active: RemoteRelease = {
      release: DEVELOPMENT_RELEASE,
      container: `${id}_${DEVELOPMENT_RELEASE}`,
      version: '0.0.0',
      basePath,
      entry: 'remoteEntry.js',
      requires: declaration.requires,
      routes: declaration.routes,
      nav: declaration.nav,
      exposes: Object.fromEntries(declaration.routes.map(({ expose }) => [expose, { js: [], css: [] }])),
      files: {},
    }
    return [[id, { declaration, active, previous: null }] as const]
  })
  return { revision: stored.revision, remotes: { ...stored.remotes, ...Object.fromEntries(developed) } }
}
