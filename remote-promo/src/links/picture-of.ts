import { apiBaseUrl } from 'shared/api'
import type { PromoLink } from './promo-link.ts'

/** Where public pictures of the desk stand, whatever host is in front of it. */
const OWN_PATH = /^\/p\/[\w.-]+$/

/** The small picture of a link, as a page may show it: from its own desk, for a page shows pictures of no other host. */
export function pictureOf({ url, preview_url = url }: PromoLink): string {
  const { pathname } = new URL(preview_url)
  return OWN_PATH.test(pathname) ? `${apiBaseUrl}${pathname}` : preview_url
}
