import { apiBaseUrl } from 'shared/api'
import { publicImagePath } from 'shared/contract/media/public-image-path.ts'
import type { PromoLink } from './promo-link.ts'

export function imageOf({ url, preview_url = url }: PromoLink): string {
  const own = publicImagePath(preview_url)
  return own === null ? preview_url : `${apiBaseUrl}${own}`
}
