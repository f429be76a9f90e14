/** Fetches the files of pages in advance without running them. */
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { whenIdle } from 'shared/ui'
import { readRegistry, remoteRoutes } from './registry.ts'

/**
 * Preloads a page of a remote's active release, for example when a menu item is hovered or focused. Call it only for
 * pages that the user may open.
 */
export function preloadPage(remoteId: string, expose: string): void {
  const release = readRegistry().remotes[remoteId]?.active
  if (release) preloadRelease(release, expose)
}

/**
 * Prefetches all pages without a required role when the browser is idle. Pages for one role have about 30 KB each,
 * which most visits do not need, so they are preloaded when the pointer or the focus reaches their menu item. Pages
 * behind links are not prefetched either. Returns a function that cancels the prefetch.
 */
export function preloadWhenIdle(): () => void {
  const work = () => {
    for (const route of remoteRoutes(readRegistry())) {
      const release = readRegistry().remotes[route.remoteId]?.active
      if (release && route.role === undefined && !release.links?.some(({ path }) => path === route.path))
        preloadRelease(release, route.expose, 'prefetch')
    }
  }
  return whenIdle(work)
}

/**
 * Adds preload or prefetch links for the files of a page, except files that already have a link. `preload` is for a
 * page that is opened next, `prefetch` for one that may be opened later.
 */
export function preloadRelease(
  release: PageRelease,
  expose: string,
  rel: 'preload' | 'prefetch' = 'preload',
): void {
  const { basePath, entry, exposes, files } = release
  const { js = [], css = [] } = exposes[expose] ?? {}
  for (const name of [entry, ...js, ...css]) {
    const href = basePath + name
    if (document.head.querySelector(`link[href="${CSS.escape(href)}"]`)) continue
    const link = document.createElement('link')
    link.rel = rel
    link.as = name.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.integrity = files[name]?.integrity ?? ''
    link.href = href
    document.head.append(link)
  }
}
