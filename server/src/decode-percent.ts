/** Decodes a percent-encoded text. Returns undefined when it is malformed. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
