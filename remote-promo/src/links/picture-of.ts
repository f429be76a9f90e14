import { apiBaseUrl } from 'shared/api'
import { ownPicturePath } from 'shared/contract/media/own-picture.ts'
import type { PromoLink } from './promo-link.ts'

/** Returns the thumbnail URL of a link; an image of this server is loaded from the API host. */
export function pictureOf({ url, preview_url = url }: PromoLink): string {
  const own = ownPicturePath(preview_url)
  return own === null ? preview_url : `${apiBaseUrl}${own}`
}
