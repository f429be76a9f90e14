/** Path of a public image on this server. Another host or path prefix may precede the path (`PUBLIC_MEDIA_URL`). */
const OWN = /^[^?#]*(\/p\/[0-9a-f]{64}\.(?:jpg|png))(?:[?#]|$)/

/**
 * Returns the local path of an image that this server stores, for any URL of the image: pages load images only from
 * their own origin. Returns null for other links.
 */
export function publicImagePath(link: string): string | null {
  return OWN.exec(link)?.[1] ?? null
}
