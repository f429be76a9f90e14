import { apiBaseUrl } from 'shared/api'
import { ownPicturePath } from 'shared/contract/media/own-picture.ts'
import { parseUrl } from 'shared/contract/parse-url.ts'

/** The address by which a page may show a picture: from its own desk, for a page shows pictures of no other host; null of those. */
export function shownAddress(link: string): string | null {
  const own = ownPicturePath(link)
  if (own !== null) return `${apiBaseUrl}${own}`
  return parseUrl(link)?.origin === location.origin ? link : null
}
