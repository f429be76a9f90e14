import { apiBaseUrl } from 'shared/api'
import { ownPicturePath } from 'shared/contract/media/own-picture.ts'
import type { PromoLink } from './promo-link.ts'

/** The small picture of a link, as a page may show it: from its own desk, for a page shows pictures of no other host. */
export function pictureOf({ url, preview_url = url }: PromoLink): string {
  const own = ownPicturePath(preview_url)
  return own === null ? preview_url : `${apiBaseUrl}${own}`
}
