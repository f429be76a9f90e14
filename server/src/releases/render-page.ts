import { AUTH_PATHS } from 'shared/contract/auth/paths.ts'
import { LOGIN_CALLBACK_PATH, LOGIN_PATH, REGISTRY_ELEMENT_ID } from 'shared/contract/constants.ts'
import type {
  FileSet,
  HostManifest,
  PageRegistry,
  PageRelease,
  ReleaseRegistry,
  RemoteRelease,
  RemoteRoute,
} from 'shared/federation/remote-manifest.ts'

/** Host chunk of each sign-in page, by the page's path. */
export const SIGN_IN_CHUNKS: Readonly<Record<string, string>> = {
  [LOGIN_PATH]: 'login',
  [LOGIN_CALLBACK_PATH]: 'callback',
}
const SHELL_CHUNK = 'shell'

export interface PageParts {
  html: string
  host: HostManifest
  registry: PageRegistry
  /** Additional data that are embedded in the page, by element id. */
  inlineData?: Readonly<Record<string, unknown>>
}

interface Preload {
  href: string
  integrity: string | undefined
}

/** Returns the registry for pages, with only the keys of imported shared modules (no exports or version ranges). */
export function pageRegistry({ remotes, ...rest }: ReleaseRegistry): PageRegistry {
  const pageReleaseOf = (release: RemoteRelease | null): PageRelease | null => {
    if (release === null) return null
    const { imports, ...known } = release
    return { ...known, sharedModules: Object.keys(imports).filter((key) => key.startsWith('shared-module/')) }
  }
  return {
    ...rest,
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([id, { declaration, active, previous }]) => [
        id,
        { declaration, active: pageReleaseOf(active), previous: pageReleaseOf(previous) },
      ]),
    ),
  }
}

/** Returns a page's HTML. `path` has no query. Paths with the same preloads have identical pages. */
export function renderPage({ html, host, registry, inlineData = {} }: PageParts, path: string): string {
  const apiUrl = host.apiUrl ?? ''
  // Uses exactly the same URLs as the browser's later requests, so that early responses are found.
  const calls = firstCalls(registry, path)
    .map((call) => apiUrl + call)
    .join(' ')
  const head = [
    ...(apiUrl === ''
      ? []
      : [`<link rel="preconnect" crossorigin href="${escapeAttribute(new URL(apiUrl).origin)}">`]),
    ...preloads(host, registry, path).map(preloadLink),
    dataBlock(REGISTRY_ELEMENT_ID, { ...registry, sharedModuleHashes: sharedModuleHashes(host, registry) }),
    ...Object.entries(inlineData).map(([id, value]) => dataBlock(id, value)),
  ].join('')
  // Selects the static page skeleton for the path (see `host/index.html`).
  const page = path in SIGN_IN_CHUNKS ? html.replace('<html ', '<html data-screen="sign-in" ') : html
  return (
    withIntegrity(page, host)
      // Inserts the early API calls before the script that reads them.
      .replace(
        '<head>',
        () => `<head>${calls && `<meta name="early-calls" content="${escapeAttribute(calls)}">`}`,
      )
      .replace('</head>', () => `${head}</head>`)
  )
}

/** Returns hashes of the lazily loaded shared modules that releases import; hashes of all modules would take 22 KB. */
function sharedModuleHashes(
  host: HostManifest,
  { remotes }: PageRegistry,
): PageRegistry['sharedModuleHashes'] {
  const keys = Object.values(remotes).flatMap(({ active, previous }) =>
    [active, previous].flatMap((release) => release?.sharedModules ?? []),
  )
  const found = [...new Set(keys)].flatMap((key) => {
    const files = filesOf(host.sharedModules[key], '/', host.files)
    const hashes = files.flatMap(({ href, integrity }) => (integrity ? [[href, integrity] as const] : []))
    return hashes.length > 0 ? [[key, Object.fromEntries(hashes)] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** Returns the files that a path needs in addition to the files that index.html references. */
export function preloads(host: HostManifest, registry: PageRegistry, path: string): Preload[] {
  const signIn = SIGN_IN_CHUNKS[path]
  const hostFiles = (chunk: string) => filesOf(host.chunks[chunk], '/', host.files)
  const fonts = host.fonts.map((name) => ({ href: `/${name}`, integrity: undefined }))
  if (signIn !== undefined) return [...hostFiles(signIn), ...fonts]
  const own = hostFiles(path.slice(1))
  const found = findRoute(registry, path)
  // Preloads no files of a page that only one role may open, because the user's role is unknown here.
  if (found === null || found.route.role !== undefined)
    return unique([...hostFiles(SHELL_CHUNK), ...own, ...fonts])
  const { release, route } = found
  const sharedModules = release.exposes[route.expose]?.sharedModules ?? []
  const opened = sharedModules.flatMap((key) => filesOf(host.sharedModules[key], '/', host.files))
  return unique([
    ...hostFiles(SHELL_CHUNK),
    ...own,
    ...opened,
    ...releaseFiles(release, route.expose),
    ...fonts,
  ])
}

/** Returns API calls that the browser makes while scripts load: the session check and the calls of the route. */
export function firstCalls(registry: PageRegistry, path: string): string[] {
  if (path in SIGN_IN_CHUNKS) return []
  const route = findRoute(registry, path)?.route
  const own = route?.role === undefined ? route?.firstCall : undefined
  return own === undefined ? [AUTH_PATHS.me] : [AUTH_PATHS.me, own]
}

export function findRoute(
  registry: PageRegistry,
  path: string,
): { route: RemoteRoute; release: PageRelease } | null {
  for (const { active } of Object.values(registry.remotes)) {
    const route = active?.routes.find((each) => matches(each.path, path))
    if (active && route) return { route, release: active }
  }
  return null
}

function matches(pattern: string, path: string): boolean {
  const given = path.split('/').filter(Boolean)
  const wanted = pattern.split('/')
  if (given.length > wanted.length) return false
  return wanted.every((part, index) => {
    const value = given[index]
    return part.startsWith(':') ? value !== undefined || part.endsWith('?') : part === value
  })
}

function releaseFiles({ basePath, entry, exposes, files }: PageRelease, expose: string): Preload[] {
  return [
    { href: basePath + entry, integrity: files[entry]?.integrity },
    ...filesOf(exposes[expose], basePath, files),
  ]
}

function filesOf(set: FileSet | undefined, base: string, hashes: HostManifest['files']): Preload[] {
  return [...(set?.css ?? []), ...(set?.js ?? [])].map((name) => ({
    href: base + name,
    integrity: hashes[name]?.integrity,
  }))
}

function unique(all: readonly Preload[]): Preload[] {
  return [...new Map(all.map((each) => [each.href, each])).values()]
}

/** `crossorigin` and integrity must be the same in later requests; otherwise browsers fetch files twice. */
function preloadLink({ href, integrity }: Preload): string {
  const kind = href.endsWith('.woff2') ? 'font" type="font/woff2' : href.endsWith('.css') ? 'style' : 'script'
  return `<link rel="preload" as="${kind}" crossorigin="anonymous"${hash(integrity)} href="${escapeAttribute(href)}">`
}

function withIntegrity(html: string, host: HostManifest): string {
  return html.replace(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/(assets\/[^"]+)"/g, (tag, name: string) => {
    return `${tag}${hash(host.files[name]?.integrity)}`
  })
}

function hash(integrity: string | undefined): string {
  return integrity === undefined ? '' : ` integrity="${escapeAttribute(integrity)}"`
}

function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${escapeAttribute(id)}">${asData(value)}</script>`
}

/** Serializes JSON without any character sequence that could end the script element. */
function asData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
