/**
 * Formats that builds, server and host share: `remote.json` and `host.json`, which the builds write, and the release registry,
 * which the server keeps and writes into every page. The schemas are for reading files that another program has written. Browser
 * code imports only types from here (`import type`), or zod would be on the page twice.
 */
import * as z from 'zod'
import { ROLES } from '../contract/constants.ts'

/** Of a route, relative to the shell: `my-ticket/:id?`. */
export const ROUTE_PATH = /^[a-z][a-z0-9-]*(\/:[a-z]+\??)*$/i
export const EXPOSE = /^\.\/[A-Z]\w*$/
/** An address on this server: two slashes (for a browser also a backslash) would lead to another one, with the caller's token. */
export const CALL_ADDRESS = /^\/(?![/\\])[^\s"\\]*$/
/** Relative, downwards, without anything hidden: the only names that become paths. */
const FILE_NAME = /^(?!.*(?:^|\/)\.)[\w.@~+-]+(?:\/[\w.@~+-]+)*$/
const RELEASE = /^[a-z0-9][a-z0-9_-]{0,63}$/i
const SHARE_KEY = /^[\w@./-]{1,200}$/
/** The host's own releases stand beside those of the remotes. */
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
  /** A react-router path without a leading slash, such as `my-ticket/:id?`. */
  path: z.string().max(200).regex(ROUTE_PATH),
  /** Title of the page in the top bar, Thai. */
  title: text,
  /** Name of the exposed page, `./ChatQueuePage`; its source is `src/pages/ChatQueuePage.page.tsx`. */
  expose,
  /** The page is for this role alone; absent: for everyone who is signed in. */
  role: role.optional(),
  /**
   * Address of the call that the page makes first when it is opened without a query, exactly as the page asks it; the
   * host asks it before the page's code is here. For pages of everyone alone.
   */
  firstCall: z.string().max(500).regex(CALL_ADDRESS).optional(),
})
/** A page of a remote. */
export type RemoteRoute = z.output<typeof RemoteRouteSchema>

const NavIconSchema = z.enum(['dashboard', 'queue', 'knowledge', 'upload', 'wallboard'])
/** Icons that the shell can draw for a menu item. */
export type NavIcon = z.output<typeof NavIconSchema>

const RemoteNavItemSchema = z.object({
  /** Where it leads, without a leading slash. */
  path: z.string().max(200).regex(ROUTE_PATH),
  /** Thai. */
  label: text,
  icon: NavIconSchema,
  /** Who sees it. */
  roles: listOf(role),
  /** Place in the sidebar, small numbers first. */
  order: z.number(),
})
/** An item of the sidebar. */
export type RemoteNavItem = z.output<typeof RemoteNavItemSchema>

const RemoteLinkSchema = z.object({
  /** Where it stands: in the menu of the person who is signed in, or at the right of the top bar while the queue or one's own cases are open. */
  place: z.enum(['person-menu', 'queue-header']),
  /** Where it leads, without a leading slash. */
  path: z.string().max(200).regex(ROUTE_PATH),
  /** Thai. */
  label: text,
  /** Required for links of the user menu and unique among them; links of the top bar have none. */
  icon: z.optional(NavIconSchema),
  /** Who sees it. */
  roles: listOf(role),
})
/** A way to a page that stands outside of the sidebar; plain data, so that nothing of the remote is loaded for it. */
export type RemoteLink = z.output<typeof RemoteLinkSchema>

/** A module without a page that the shell starts for its roles when the browser is idle; never preloaded with a page. */
const RemoteServiceSchema = z.object({
  /** Name of the exposed module. */
  expose,
  /** For whom the shell starts it. */
  roles: listOf(role),
})

/** A small component of a remote that is drawn inside another remote's page or the shell. */
const RemoteSlotSchema = z.object({
  /** Where it stands. */
  slot: z.enum([
    'top-bar',
    'user-menu',
    'conversation-panel',
    'composer-tools',
    'case-closing',
    'queue-header',
    'dashboard-card',
    'picture-link',
  ]),
  /** Name of the exposed component. */
  expose,
  /** Who sees it. */
  roles: listOf(role),
  /** Place among those of the same slot, small numbers first. */
  order: z.number(),
})
export type SlotName = z.output<typeof RemoteSlotSchema>['slot']

const requires = z.object({
  /** Semver range of the host (its package version) that the remote works with. */
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
    .refine((id) => !RESERVED_IDS.includes(id), 'is the name of a room that is no remote'),
  /** The team that answers for it. */
  owner: text,
  ...parts,
})
/** A remote's declaration, plain data that is readable without running its code. */
export type RemoteDeclaration = z.output<typeof RemoteDeclarationSchema>

const ReleaseFileSchema = z.object({
  /** `sha384-…`, as the integrity attribute takes it. */
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
  bytes: z.number().int().nonnegative(),
})
export type ReleaseFile = z.output<typeof ReleaseFileSchema>

const FileSetSchema = z.object({ js: listOf(fileName), css: listOf(fileName) })
/** Files by what they are, as names relative to the base path. */
export type FileSet = z.output<typeof FileSetSchema>

const ExposedModuleSchema = FileSetSchema.extend({
  /** Share keys that it takes and that the host may give lazily (`HostManifest.doors`): opened before the module runs. */
  doors: listOf(shareKey).optional(),
})
/** What an exposed module needs before it can run, beside the entry. */
export type ExposedModule = z.output<typeof ExposedModuleSchema>

/** What a release takes of one shared module. */
const TakenModuleSchema = z.object({
  /** Semver range that the remote's code needs. */
  range: z.string().min(1).max(100),
  /** Exported names that the code uses, by name; `*`: the module as a whole. */
  names: listOf(z.string().min(1).max(200)),
})

const RemoteReleaseSchema = z.object({
  /** Derived from everything that went into the build: the same input gives the same id. */
  release: releaseId,
  /** Name of the federation container, unique to the build. */
  container: z
    .string()
    .max(120)
    .regex(/^[a-z_]\w*$/i),
  /** Package version of the remote. */
  version: text,
  /** `/r/<remote>/<release>/` */
  basePath: z.string(),
  /** File name of the container's entry. */
  entry: fileName,
  ...parts,
  /** Each page, service and slot component, by its name. */
  exposes: byKey(z.string().regex(EXPOSE), ExposedModuleSchema),
  /** What it takes of the page's shared modules, by share key. Builds before the contract was checked do not say. */
  takes: byKey(shareKey, TakenModuleSchema).optional(),
  files: byKey(fileName, ReleaseFileSchema),
})
/** A built release of a remote. Nothing in it changes once it is published. */
export type RemoteRelease = z.output<typeof RemoteReleaseSchema>

/** `dist/remote.json`: a declaration, and the release that was built; null when nothing of the remote is written yet. */
export const RemoteManifestSchema = z
  .object({ declaration: RemoteDeclarationSchema, release: RemoteReleaseSchema.nullable() })
  .superRefine(({ declaration, release }, context) => {
    if (release === null) return
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['release', ...path], message })
    const basePath = `/r/${declaration.id}/${release.release}/`
    if (release.basePath !== basePath) refuse(['basePath'], `must be ${basePath}`)
    if (release.files[release.entry] === undefined) refuse(['entry'], 'is none of the files')
    for (const [name, { js, css }] of Object.entries(release.exposes)) {
      for (const file of [...js, ...css])
        if (release.files[file] === undefined) refuse(['exposes', name], `${file} is none of the files`)
    }
    const named = [...release.routes, ...(release.services ?? []), ...(release.slots ?? [])]
    for (const { expose: name } of named)
      if (release.exposes[name] === undefined) refuse(['exposes'], `${name} is missing`)
  })
export type RemoteManifest = z.output<typeof RemoteManifestSchema>

/** A module that the host gives to remotes. */
const SharedModuleSchema = z.object({
  /** Version under which it stands in the share scope. */
  version: text,
  /** Every exported name. */
  exports: listOf(z.string().min(1).max(200)),
})

export const HostManifestSchema = z.object({
  release: releaseId,
  /** Package version: what remotes name in `requires.shell`. */
  version: text,
  /** `PUBLIC_API_URL` of the build without trailing slashes; empty: the page's own origin. */
  apiUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  /** Files of each named lazy chunk (`login`, `callback`, `shell`), beside what index.html itself names. */
  chunks: byKey(z.string(), FileSetSchema),
  /** Fonts that every page draws with. */
  fonts: listOf(fileName),
  /** Every file under `/assets/`, by its path from the root of the host's dist (`assets/…`). */
  files: byKey(fileName, ReleaseFileSchema),
  /** What it gives to remotes, by share key. Builds before the contract was checked do not say. */
  shared: byKey(shareKey, SharedModuleSchema).optional(),
  /** Files of each shared module that is opened when a remote takes it, by share key; the table that opens it included. */
  doors: byKey(shareKey, FileSetSchema).optional(),
})
/** `host/dist/host.json` */
export type HostManifest = z.output<typeof HostManifestSchema>

/** One remote in the registry. `active` is null while it is declared and not released. */
export interface RegistryRemote<Release = RemoteRelease> {
  declaration: RemoteDeclaration
  active: Release | null
  previous: Release | null
}

/** The only mutable document of the front end. */
export interface ReleaseRegistry<Release = RemoteRelease> {
  /** Grows by one with every change. */
  revision: number
  /** Ids of the host's releases; absent before the server has taken one over. */
  host?: { active: string; previous: string | null }
  remotes: Readonly<Record<string, RegistryRemote<Release>>>
}

/** A release as pages receive it, without the names that it imports, which only builds and server need. */
export interface PageRelease extends Omit<RemoteRelease, 'takes'> {
  /** Share keys of all doors that it imports, initially or by a later `import()`; absent when its build does not list them. */
  doors?: readonly string[]
}

/** One remote as a page knows it. */
export type PageRemote = RegistryRemote<PageRelease>
/** The registry as pages receive it. */
export interface PageRegistry extends ReleaseRegistry<PageRelease> {
  /** Integrity by URL path of the files of each lazy door that a release imports, by share key. In the page itself only. */
  doorHashes?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
