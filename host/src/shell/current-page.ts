import { matchPath, useLocation } from 'react-router-dom'
import type { Role } from 'shared/contract/constants.ts'
import { useRole } from 'shared/session'
import { landingOf } from '../guard/landing.ts'
import { readRegistry, remoteRoutes } from '../remotes/registry.ts'

export interface CurrentPage {
  title: string
  /** Whose page it is; null for the host's own. */
  remoteId: string | null
}

/** The page that an address shows: to those it is not for, the one that they are sent to. It has no name while nobody is known. */
function pageOf(pathname: string, role: Role | null): CurrentPage {
  if (matchPath('/profile', pathname)) return { title: 'โปรไฟล์', remoteId: null }
  const route = remoteRoutes(readRegistry()).find(({ path }) => matchPath(`/${path}`, pathname))
  if (route?.role && role !== route.role)
    return role === null ? { title: '', remoteId: null } : pageOf(landingOf(role), role)
  if (route) return { title: route.title, remoteId: route.remoteId }
  return { title: pathname === '/' ? '' : 'ไม่พบหน้านี้', remoteId: null }
}

export function useCurrentPage(): CurrentPage {
  return pageOf(useLocation().pathname, useRole())
}
