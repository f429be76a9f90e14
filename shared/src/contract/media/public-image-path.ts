/** Matches the path of a public image. Another host or path prefix may precede the path (`PUBLIC_MEDIA_URL`). */
const PUBLIC_IMAGE_PATH = /^[^?#]*(\/p\/[0-9a-f]{64}\.(?:jpg|png))(?:[?#]|$)/

/** Path of an image that this server stores; null for other links. */
export function publicImagePath(link: string): string | null {
  return PUBLIC_IMAGE_PATH.exec(link)?.[1] ?? null
}
