import { matchPath, useLocation } from 'react-router-dom'
import { readRegistry, remoteRoutes } from '../remotes/registry.ts'

export interface CurrentPage {
  title: string
  /** Whose page it is; null for the host's own. */
  remoteId: string | null
}

/** The page that an address shows. */
function pageOf(pathname: string): CurrentPage {
  if (matchPath('/profile', pathname)) return { title: 'โปรไฟล์', remoteId: null }
  const route = remoteRoutes(readRegistry()).find(({ path }) => matchPath(`/${path}`, pathname))
  if (route) return { title: route.title, remoteId: route.remoteId }
  return { title: pathname === '/' ? '' : 'ไม่พบหน้านี้', remoteId: null }
}

export function useCurrentPage(): CurrentPage {
  return pageOf(useLocation().pathname)
}
