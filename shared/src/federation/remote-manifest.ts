/**
 * The words in which builds, server and host speak of remotes and their releases: `remote.json` and `host.json`, which
 * the builds write, and the release registry, which the server keeps and writes into every page. Types, and the one id they meet at.
 */
import type { Role } from '../contract/constants.ts'

/** A page of a remote. `path` is a react-router path without a leading slash, such as `my-ticket/:id?`. */
export interface RemoteRoute {
  path: string
  /** Title of the page in the top bar, Thai. */
  title: string
  /** Name of the exposed page, `./ChatQueuePage`; its source is `src/pages/ChatQueuePage.page.tsx`. */
  expose: string
  /** The page is for this role alone; absent: for everyone who is signed in. */
  role?: Role
  /**
   * Address of the call that the page makes first when it is opened without a query, exactly as the page asks it; the
   * host asks it before the page's code is here. For pages of everyone alone.
   */
  firstCall?: string
}

/** Icons that the shell can draw for a menu item. */
export type NavIcon = 'dashboard' | 'queue' | 'knowledge' | 'upload'

/** An item of the sidebar. */
export interface RemoteNavItem {
  /** Where it leads, without a leading slash. */
  path: string
  /** Thai. */
  label: string
  icon: NavIcon
  /** Who sees it. */
  roles: readonly Role[]
  /** Place in the sidebar, small numbers first. */
  order: number
}

/** What a remote says of itself, readable without running its code. */
export interface RemoteDeclaration {
  id: string
  /** The team that answers for it. */
  owner: string
  /** Semver range of the host (its package version) that the remote works with. */
  requires: { shell: string }
  routes: readonly RemoteRoute[]
  nav: readonly RemoteNavItem[]
}

export interface ReleaseFile {
  /** `sha384-…`, as the integrity attribute takes it. */
  integrity: string
  bytes: number
}

/** Files by what they are, as names relative to the base path. */
export interface FileSet {
  js: readonly string[]
  css: readonly string[]
}

/** A built release of a remote. Nothing in it changes once it is published. */
export interface RemoteRelease {
  /** Derived from everything that went into the build: the same input gives the same id. */
  release: string
  /** Name of the federation container, unique to the build. */
  container: string
  /** Package version of the remote. */
  version: string
  /** `/r/<remote>/<release>/` */
  basePath: string
  /** File name of the container's entry. */
  entry: string
  requires: { shell: string }
  routes: readonly RemoteRoute[]
  nav: readonly RemoteNavItem[]
  /** What each page needs before it can be drawn, beside the entry. */
  exposes: Readonly<Record<string, FileSet>>
  files: Readonly<Record<string, ReleaseFile>>
}

/** `dist/remote.json`: a declaration, and the release that was built; null when the remote has no pages written yet. */
export interface RemoteManifest {
  declaration: RemoteDeclaration
  release: RemoteRelease | null
}

/** `host/dist/host.json` */
export interface HostManifest {
  release: string
  /** Package version: what remotes name in `requires.shell`. */
  version: string
  /** Files of each named lazy chunk (`login`, `callback`, `shell`), beside what index.html itself names. */
  chunks: Readonly<Record<string, FileSet>>
  /** Fonts that every page draws with. */
  fonts: readonly string[]
  /** Every file under `/assets/`, by its path from the root of the host's dist (`assets/…`). */
  files: Readonly<Record<string, ReleaseFile>>
}

/** One remote in the registry. `active` is null while it is declared and not released. */
export interface RegistryRemote {
  declaration: RemoteDeclaration
  active: RemoteRelease | null
  previous: RemoteRelease | null
}

/** The only mutable document of the front end; the server writes it into every page. */
export interface ReleaseRegistry {
  /** Grows by one with every change. */
  revision: number
  remotes: Readonly<Record<string, RegistryRemote>>
}

/** Id of the `<script type="application/json">` that carries the registry. */
export const REGISTRY_ELEMENT_ID = 'release-registry'
