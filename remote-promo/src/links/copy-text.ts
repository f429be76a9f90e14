/** Puts words on the clipboard; false where the browser allows no page to: without https, or when a person has said no. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('nothing could be copied', error)
    return false
  }
}
