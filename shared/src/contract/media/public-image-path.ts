/** Path of public images. Another host or path prefix may precede it (`PUBLIC_MEDIA_URL`). */
const OWN = /^[^?#]*(\/p\/[0-9a-f]{64}\.(?:jpg|png))(?:[?#]|$)/

/**
 * Returns the local path of an image that this server stores, for any URL of it: pages load images only from their own
 * origin. Null for other links.
 */
export function publicImagePath(link: string): string | null {
  return OWN.exec(link)?.[1] ?? null
}
