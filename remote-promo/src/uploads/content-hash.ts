/** Returns the hash of a file; `null` without Web Crypto, which requires HTTPS or localhost. */
export async function contentHash(file: Blob): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
