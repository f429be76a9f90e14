import { apiBaseUrl } from 'shared/api'
import { ownImagePath } from 'shared/contract/media/own-image.ts'
import { parseUrl } from 'shared/contract/parse-url.ts'

/** Returns the URL under which the page may load an image, or `null` for other hosts. */
export function shownAddress(link: string): string | null {
  const own = ownImagePath(link)
  if (own !== null) return `${apiBaseUrl}${own}`
  return parseUrl(link)?.origin === location.origin ? link : null
}
