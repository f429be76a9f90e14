/** Returns null for an invalid URL. `URL.canParse` and `URL.parse` are newer than the oldest supported browsers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
