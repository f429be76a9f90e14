import { apiBaseUrl } from 'shared/api'
import { publicImagePath } from 'shared/contract/media/public-image-path.ts'
import { parseUrl } from 'shared/contract/parse-url.ts'

/** Returns a URL from which the page may load the image; `null` for an image on another host. */
export function displayableImageUrl(link: string): string | null {
  const own = publicImagePath(link)
  if (own !== null) return `${apiBaseUrl}${own}`
  return parseUrl(link)?.origin === location.origin ? link : null
}
