import { apiBaseUrl } from 'shared/api'
import { ownImagePath } from 'shared/contract/media/own-image.ts'
import type { PromoLink } from './promo-link.ts'

/** Returns the thumbnail URL of a link; an image of this server is loaded from the API host. */
export function imageOf({ url, preview_url = url }: PromoLink): string {
  const own = ownImagePath(preview_url)
  return own === null ? preview_url : `${apiBaseUrl}${own}`
}
