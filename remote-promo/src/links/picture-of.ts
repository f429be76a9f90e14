import { apiBaseUrl } from 'shared/api'
import type { PromoLink } from './promo-link.ts'

/** Where public pictures of the desk stand, whatever host, and path of it, is in front (`PUBLIC_MEDIA_URL`). */
const OWN_PATH = /\/p\/[\w.-]+$/

/** The small picture of a link, as a page may show it: from its own desk, for a page shows pictures of no other host. */
export function pictureOf({ url, preview_url = url }: PromoLink): string {
  const [own] = OWN_PATH.exec(new URL(preview_url).pathname) ?? []
  return own === undefined ? preview_url : `${apiBaseUrl}${own}`
}
