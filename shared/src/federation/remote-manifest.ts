/**
 * Formats that builds, server and host share: `remote.json`, `host.json` and the release registry, which the server
 * writes into every page. Browser code imports only types from this file (`import type`); otherwise zod would load
 * twice.
 */
import * as z from 'zod'
import { ROLES } from '../contract/constants.ts'

export const ROUTE_PATH = /^[a-z][a-z0-9-]*(\/:[a-z]+\??)*$/i
export const EXPOSE = /^\.\/[A-Z]\w*$/
/** Path of an API call. With `//` or `/\` at the start, browsers would send the user's token to another host. */
export const CALL_ADDRESS = /^\/(?![/\\])[^\s"\\]*$/
/** Matches file names without `..` and hidden files. Other names are never used as paths. */
const FILE_NAME = /^(?!.*(?:^|\/)\.)[\w.@~+-]+(?:\/[\w.@~+-]+)*$/
const RELEASE = /^[a-z0-9][a-z0-9_-]{0,63}$/i
const SHARE_KEY = /^[\w@./-]{1,200}$/
/** Ids that no remote may have. `host` is the folder of the host's releases, next to those of the remotes. */
const RESERVED_IDS = ['host']

const text = z.string().min(1).max(200)
const listOf = <T extends z.ZodType>(item: T) => z.array(item).readonly()
const byKey = <T extends z.ZodType>(key: z.ZodString, value: T) => z.record(key, value).readonly()
const role = z.enum(ROLES)
const expose = z.string().regex(EXPOSE)
const fileName = z.string().max(200).regex(FILE_NAME)
const releaseId = z.string().regex(RELEASE)
const shareKey = z.string().regex(SHARE_KEY)

const RemoteRouteSchema = z.object({
  path: z.string().max(200).regex(ROUTE_PATH),
  title: text,
  expose,
  /** Role that may open the page. Missing when every signed-in user may open it. */
  role: role.optional(),
  /**
   * First API call that the page sends when its URL has no query, exactly as the page sends it. The host sends it
   * before the page's code is loaded. Only for pages without a role.
   */
  firstCall: z.string().max(500).regex(CALL_ADDRESS).optional(),
})
export type RemoteRoute = z.output<typeof RemoteRouteSchema>

const NavIconSchema = z.enum(['dashboard', 'queue', 'knowledge', 'upload', 'wallboard'])
export type NavIcon = z.output<typeof NavIconSchema>

const RemoteNavItemSchema = z.object({
  path: z.string().max(200).regex(ROUTE_PATH),
  label: text,
  icon: NavIconSchema,
  roles: listOf(role),
  order: z.number(),
})
export type RemoteNavItem = z.output<typeof RemoteNavItemSchema>

const RemoteLinkSchema = z.object({
  /** Place of the link. `queue-header`: at the right of the top bar on the queue and the user's own tickets. */
  slot: z.enum(['user-menu-link', 'queue-header']),
  path: z.string().max(200).regex(ROUTE_PATH),
  label: text,
  /** Icon of a link in the user menu, where each link has a different icon. Other links have none. */
  icon: z.optional(NavIconSchema),
  roles: listOf(role),
})
/** A link in the frame of the page. It is plain data and needs no code of the remote. */
export type RemoteLink = z.output<typeof RemoteLinkSchema>

/** A service: a module without a page, started when the browser is idle. Pages never preload it. */
const RemoteServiceSchema = z.object({
  expose,
  roles: listOf(role),
})

const RemoteSlotSchema = z.object({
  slot: z.enum([
    'top-bar',
    'user-menu',
    'conversation-panel',
    'composer-tools',
    'ticket-closing',
    'queue-header',
    'dashboard-card',
    'image-link',
  ]),
  expose,
  roles: listOf(role),
  /** Position of the component in the slot: lower numbers come first. */
  order: z.number(),
})
export type SlotName = z.output<typeof RemoteSlotSchema>['slot']

const requires = z.object({
  /** Semver range of host versions (package version). */
  shell: z.string().min(1).max(100),
})
const parts = {
  requires,
  routes: listOf(RemoteRouteSchema),
  nav: listOf(RemoteNavItemSchema),
  services: listOf(RemoteServiceSchema).optional(),
  slots: listOf(RemoteSlotSchema).optional(),
  links: listOf(RemoteLinkSchema).optional(),
}

const RemoteDeclarationSchema = z.object({
  id: z
    .string()
    .max(40)
    .regex(/^[a-z][a-z0-9]*$/)
    .refine((id) => !RESERVED_IDS.includes(id), 'is the name of a package that is not a remote'),
  owner: text,
  ...parts,
})
export type RemoteDeclaration = z.output<typeof RemoteDeclarationSchema>

const ReleaseFileSchema = z.object({
  /** Hash: `sha384-…` */
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
  bytes: z.number().int().nonnegative(),
})
export type ReleaseFile = z.output<typeof ReleaseFileSchema>

const FileSetSchema = z.object({ js: listOf(fileName), css: listOf(fileName) })
export type FileSet = z.output<typeof FileSetSchema>

const ExposedModuleSchema = FileSetSchema.extend({
  /** Share keys of modules that the host may provide lazily. They load before the exposed module runs. */
  sharedModules: listOf(shareKey).optional(),
})
/** Files that an exposed module needs in addition to the entry. */
export type ExposedModule = z.output<typeof ExposedModuleSchema>

const ImportedModuleSchema = z.object({
  /** Semver range of the module's accepted versions. */
  range: z.string().min(1).max(100),
  /** Imported names. `*` stands for the whole module. */
  names: listOf(z.string().min(1).max(200)),
})

const RemoteReleaseSchema = z.object({
  /** Id of the release, derived from all inputs of the build. */
  release: releaseId,
  /** Name of the federation container, unique per build. */
  container: z
    .string()
    .max(120)
    .regex(/^[a-z_]\w*$/i),
  version: text,
  /** Base path of the release: `/r/<remote>/<release>/` */
  basePath: z.string(),
  entry: fileName,
  ...parts,
  exposes: byKey(z.string().regex(EXPOSE), ExposedModuleSchema),
  /** Imported modules by share key. */
  imports: byKey(shareKey, ImportedModuleSchema),
  files: byKey(fileName, ReleaseFileSchema),
})
/** A release of a remote. It never changes after it is published. */
export type RemoteRelease = z.output<typeof RemoteReleaseSchema>

/** Content of `dist/remote.json`. `release` is null when the remote has no modules yet. */
export const RemoteManifestSchema = z
  .object({ declaration: RemoteDeclarationSchema, release: RemoteReleaseSchema.nullable() })
  .superRefine(({ declaration, release }, context) => {
    if (release === null) return
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['release', ...path], message })
    const basePath = `/r/${declaration.id}/${release.release}/`
    if (release.basePath !== basePath) refuse(['basePath'], `must be ${basePath}`)
    if (release.files[release.entry] === undefined) refuse(['entry'], 'is not one of the files')
    for (const [name, { js, css }] of Object.entries(release.exposes)) {
      for (const file of [...js, ...css])
        if (release.files[file] === undefined) refuse(['exposes', name], `${file} is not one of the files`)
    }
    const named = [...release.routes, ...(release.services ?? []), ...(release.slots ?? [])]
    for (const { expose: name } of named)
      if (release.exposes[name] === undefined) refuse(['exposes'], `${name} is missing`)
  })
export type RemoteManifest = z.output<typeof RemoteManifestSchema>

const SharedModuleSchema = z.object({
  version: text,
  exports: listOf(z.string().min(1).max(200)),
})

export const HostManifestSchema = z.object({
  release: releaseId,
  /** Version of the host, to which `requires.shell` of a remote refers. */
  version: text,
  /** Value of `PUBLIC_API_URL` in the build, without trailing slashes. Empty for the page's own origin. */
  apiUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  /** Files of the chunks `login`, `callback` and `shell`, without the files that index.html loads. */
  chunks: byKey(z.string(), FileSetSchema),
  /** Font files that every page uses. */
  fonts: listOf(fileName),
  files: byKey(fileName, ReleaseFileSchema),
  /** Shared modules by share key. */
  shared: byKey(shareKey, SharedModuleSchema),
  /** Files of lazy shared modules by share key, including the chunk with the table of lazy modules. */
  sharedModules: byKey(shareKey, FileSetSchema),
})
export type HostManifest = z.output<typeof HostManifestSchema>

/** A remote in the registry. `active` is null when the remote is declared but not released. */
export interface RegistryRemote<Release = RemoteRelease> {
  declaration: RemoteDeclaration
  active: Release | null
  previous: Release | null
}

/** The release registry, the only document of the front end that changes. */
export interface ReleaseRegistry<Release = RemoteRelease> {
  /** Increases by one with every change of the registry. */
  revision: number
  /** Active and previous release of the host. Missing until the server has registered a release. */
  host?: { active: string; previous: string | null }
  remotes: Readonly<Record<string, RegistryRemote<Release>>>
}

/** A release as contained in a page: without the imported names, which only builds and the server need. */
export interface PageRelease extends Omit<RemoteRelease, 'imports'> {
  /** Share keys of all modules that the release imports, also by a later `import()`. A development server has none. */
  sharedModules?: readonly string[]
}

export type PageRemote = RegistryRemote<PageRelease>
export interface PageRegistry extends ReleaseRegistry<PageRelease> {
  /** Integrity hashes by share key, then by URL path. Only in the registry inside the page. */
  sharedModuleHashes?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
