/** SHA-256 of a file, in hex; null where this browser counts none: it does so on pages by https and on this machine alone. */
export async function contentHash(file: Blob): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
