/** Copies a text. Returns false when the browser denies access: without HTTPS, or after the user refused. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('the link could not be copied', error)
    return false
  }
}
