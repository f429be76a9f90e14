import { apiBaseUrl } from 'shared/api'

/** Where public pictures of the desk stand, whatever host is in front of it. */
const OWN_PATH = /^\/p\/[\w.-]+$/

/** The address by which a page may show a picture: from its own desk, for a page shows pictures of no other host; null of those. */
export function shownAddress(link: string): string | null {
  if (!URL.canParse(link, location.href)) return null
  const { pathname, href, origin } = new URL(link, location.href)
  if (OWN_PATH.test(pathname)) return `${apiBaseUrl}${pathname}`
  return origin === location.origin ? href : null
}
