import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { whenIdle } from 'shared/ui'
import { readRegistry, remoteRoutes } from './registry.ts'

/** Preloads the code of a page. Call this only for pages that the user may open. */
export function preloadPage(remoteId: string, expose: string): void {
  const release = readRegistry().remotes[remoteId]?.active
  if (release) preloadRelease(release, expose)
}

/** Skips pages for one role, about 30 KB each: they are preloaded when their menu item is hovered or focused. */
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

/** `preload` is for a page that is opened next, `prefetch` for a page that may be opened later. */
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
