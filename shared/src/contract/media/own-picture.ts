/** As the server names public pictures; whatever host, and path of it, is in front (`PUBLIC_MEDIA_URL`). */
const OWN = /^[^?#]*(\/p\/[0-9a-f]{64}\.(?:jpg|png))(?:[?#]|$)/

/**
 * The path here of a picture that the desk keeps, of whatever address names it: a page shows pictures of its own desk alone. null of any
 * other link.
 */
export function ownPicturePath(link: string): string | null {
  return OWN.exec(link)?.[1] ?? null
}
