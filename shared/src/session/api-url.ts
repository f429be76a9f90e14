/** The build-time setting `PUBLIC_API_URL` without trailing slashes; empty for the page's own origin. */
function readBaseUrl(): string {
  try {
    // The bundler puts the value here; without one there is no `process` in a browser.
    return (process.env.PUBLIC_API_URL ?? '').replace(/\/+$/, '')
  } catch {
    return ''
  }
}

/** Where the API lives; empty for the page's own origin. */
export const apiBaseUrl = readBaseUrl()

/** The address of a path of the API. */
export function apiUrl(path: string): string {
  return apiBaseUrl + path
}
