/**
 * Formats that builds, server and host share: `remote.json` and `host.json`, which builds write, and the release
 * registry, which the server stores and writes into every page. The schemas validate files that other programs
 * wrote. Browser code imports only types from this file (`import type`); otherwise zod would load twice.
 */
import * as z from 'zod'
import { ROLES } from '../contract/constants.ts'

/** Path of a route, relative to the shell: `my-ticket/:id?`. */
export const ROUTE_PATH = /^[a-z][a-z0-9-]*(\/:[a-z]+\??)*$/i
export const EXPOSE = /^\.\/[A-Z]\w*$/
/**
 * A path on this server. With two leading slashes (or a slash and a backslash) browsers would send the user's token
 * to another host.
 */
export const CALL_ADDRESS = /^\/(?![/\\])[^\s"\\]*$/
/** Relative file name, without `..` and without hidden files. Other names are never used as paths. */
const FILE_NAME = /^(?!.*(?:^|\/)\.)[\w.@~+-]+(?:\/[\w.@~+-]+)*$/
const RELEASE = /^[a-z0-9][a-z0-9_-]{0,63}$/i
const SHARE_KEY = /^[\w@./-]{1,200}$/
/** Ids that no remote may have: `host` is the folder of the host's releases, next to those of the remotes. */
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
  /** React Router path without a leading slash, such as `my-ticket/:id?`. */
  path: z.string().max(200).regex(ROUTE_PATH),
  /** Thai title of the page, shown in the top bar. */
  title: text,
  /** Name of the exposed page, `./ChatQueuePage`. Its source is `src/pages/ChatQueuePage.page.tsx`. */
  expose,
  /** Role that may open the page. Missing when every signed-in user may open it. */
  role: role.optional(),
  /**
   * URL of the first API call of the page when the page is opened without a query, exactly as the page sends it. The
   * host sends the call before the page's code is loaded. Only for pages without a role.
   */
  firstCall: z.string().max(500).regex(CALL_ADDRESS).optional(),
})
export type RemoteRoute = z.output<typeof RemoteRouteSchema>

const NavIconSchema = z.enum(['dashboard', 'queue', 'knowledge', 'upload', 'wallboard'])
export type NavIcon = z.output<typeof NavIconSchema>

const RemoteNavItemSchema = z.object({
  /** Path of the target page, without a leading slash. */
  path: z.string().max(200).regex(ROUTE_PATH),
  /** Thai label. */
  label: text,
  icon: NavIconSchema,
  roles: listOf(role),
  /** Position in the sidebar. Lower numbers come first. */
  order: z.number(),
})
export type RemoteNavItem = z.output<typeof RemoteNavItemSchema>

const RemoteLinkSchema = z.object({
  /** Position of a link: in the user menu, or at the right of the top bar on the queue and the user's own tickets. */
  slot: z.enum(['user-menu-link', 'queue-header']),
  /** Path of the target page, without a leading slash. */
  path: z.string().max(200).regex(ROUTE_PATH),
  /** Thai label. */
  label: text,
  /** Required for links in the user menu, where each link has a different icon. Links in the top bar have no icon. */
  icon: z.optional(NavIconSchema),
  roles: listOf(role),
})
/** A link to a page outside of the sidebar. Plain data, so that the link needs no code of the remote. */
export type RemoteLink = z.output<typeof RemoteLinkSchema>

/** A module without a page. The shell starts it for its roles when the browser is idle. Pages never preload it. */
const RemoteServiceSchema = z.object({
  expose,
  /** Roles for which the shell starts the service. */
  roles: listOf(role),
})

/** A small component of a remote that is rendered inside another remote's page or the shell. */
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
  /** Position within the slot. Lower numbers come first. */
  order: z.number(),
})
export type SlotName = z.output<typeof RemoteSlotSchema>['slot']

const requires = z.object({
  /** Semver range of the host versions (package version) that the remote supports. */
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
  /** Team that is responsible for the remote. */
  owner: text,
  ...parts,
})
/** Declaration of a remote as plain data, readable without running the remote's code. */
export type RemoteDeclaration = z.output<typeof RemoteDeclarationSchema>

const ReleaseFileSchema = z.object({
  /** Value for the integrity attribute: `sha384-…`. */
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
  bytes: z.number().int().nonnegative(),
})
export type ReleaseFile = z.output<typeof ReleaseFileSchema>

const FileSetSchema = z.object({ js: listOf(fileName), css: listOf(fileName) })
/** Files by type, as names relative to the base path. */
export type FileSet = z.output<typeof FileSetSchema>

const ExposedModuleSchema = FileSetSchema.extend({
  /**
   * Share keys of imported modules that the host may provide lazily (`HostManifest.sharedModules`). These modules
   * load before the exposed module runs.
   */
  sharedModules: listOf(shareKey).optional(),
})
/** Files and shared modules that an exposed module needs in addition to the entry. */
export type ExposedModule = z.output<typeof ExposedModuleSchema>

/** Names that a release imports from one shared module. */
const ImportedModuleSchema = z.object({
  /** Required semver range of the shared module. */
  range: z.string().min(1).max(100),
  /** Imported names. `*` stands for the whole module. */
  names: listOf(z.string().min(1).max(200)),
})

const RemoteReleaseSchema = z.object({
  /** Release id, derived from all inputs of the build: equal inputs have the same id. */
  release: releaseId,
  /** Name of the federation container, unique per build. */
  container: z
    .string()
    .max(120)
    .regex(/^[a-z_]\w*$/i),
  /** Package version of the remote. */
  version: text,
  /** Path of the release's files: `/r/<remote>/<release>/` */
  basePath: z.string(),
  /** File name of the container's entry. */
  entry: fileName,
  ...parts,
  exposes: byKey(z.string().regex(EXPOSE), ExposedModuleSchema),
  /**
   * Names and version ranges that the remote imports from shared modules, by share key. Missing in earlier builds,
   * which did not record them.
   */
  imports: byKey(shareKey, ImportedModuleSchema).optional(),
  files: byKey(fileName, ReleaseFileSchema),
})
/** A built release of a remote. It never changes after it is published. */
export type RemoteRelease = z.output<typeof RemoteReleaseSchema>

/** `dist/remote.json`: a declaration and the built release. `release` is null when the remote has no modules yet. */
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

/** A module that the host provides to remotes. */
const SharedModuleSchema = z.object({
  /** Version of the module in the share scope. */
  version: text,
  exports: listOf(z.string().min(1).max(200)),
})

export const HostManifestSchema = z.object({
  release: releaseId,
  /** Package version of the host, to which `requires.shell` of a remote refers. */
  version: text,
  /** `PUBLIC_API_URL` of the build, without trailing slashes. Empty for the page's own origin. */
  apiUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  /** Files of each named lazy chunk (`login`, `callback`, `shell`), without the files that index.html loads. */
  chunks: byKey(z.string(), FileSetSchema),
  /** Files of the fonts that every page uses. */
  fonts: listOf(fileName),
  /** All files below `/assets/`, by path relative to the host's dist (`assets/…`). */
  files: byKey(fileName, ReleaseFileSchema),
  /**
   * Shared modules that the host provides to remotes, by share key. Missing in earlier builds, which did not record
   * them.
   */
  shared: byKey(shareKey, SharedModuleSchema).optional(),
  /** Files of each lazy shared module, by share key. They include the chunk with the table of lazy modules. */
  sharedModules: byKey(shareKey, FileSetSchema).optional(),
})
/** Content of `host/dist/host.json`. */
export type HostManifest = z.output<typeof HostManifestSchema>

/** A remote in the registry. `active` is null when the remote is declared but not released. */
export interface RegistryRemote<Release = RemoteRelease> {
  declaration: RemoteDeclaration
  active: Release | null
  previous: Release | null
}

/** The release registry: the only document of the front end that changes. */
export interface ReleaseRegistry<Release = RemoteRelease> {
  /** Number that increases by one with every change of the registry. */
  revision: number
  /** Ids of the host's releases. Missing until the server has registered a release. */
  host?: { active: string; previous: string | null }
  remotes: Readonly<Record<string, RegistryRemote<Release>>>
}

/** A release as sent to pages: without the imported names, which only builds and the server need. */
export interface PageRelease extends Omit<RemoteRelease, 'imports'> {
  /**
   * Share keys of all shared modules that the release imports, initially or by a later `import()`. Missing when the
   * build does not list them.
   */
  sharedModules?: readonly string[]
}

/** A remote as sent to pages. */
export type PageRemote = RegistryRemote<PageRelease>
/** The registry in the form that is sent to pages. */
export interface PageRegistry extends ReleaseRegistry<PageRelease> {
  /**
   * Integrity of the files of each lazy shared module that a release imports: share key, then URL path. Only in the
   * registry inside the page.
   */
  sharedModuleHashes?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
