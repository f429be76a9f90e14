import { matchPath, useLocation } from 'react-router-dom'
import type { Role } from 'shared/contract/constants.ts'
import { useRole } from 'shared/session'
import { landingPageOf } from '../guard/landing-page.ts'
import { readRegistry, remoteRoutes } from '../remotes/registry.ts'

export interface CurrentPage {
  title: string
  /** Remote of the page, or null for the host's own pages. */
  remoteId: string | null
}

/** Returns the current page, or the landing page when the role may not open it and the user is redirected. */
function pageOf(pathname: string, role: Role | null): CurrentPage {
  if (matchPath('/profile', pathname)) return { title: 'โปรไฟล์', remoteId: null }
  const route = remoteRoutes(readRegistry()).find(({ path }) => matchPath(`/${path}`, pathname))
  if (route?.role && role !== route.role)
    return role === null ? { title: '', remoteId: null } : pageOf(landingPageOf(role), role)
  if (route) return { title: route.title, remoteId: route.remoteId }
  return { title: pathname === '/' ? '' : 'ไม่พบหน้านี้', remoteId: null }
}

export function useCurrentPage(): CurrentPage {
  return pageOf(useLocation().pathname, useRole())
}
