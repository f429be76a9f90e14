/** Reads the base URL of the API, without trailing slashes. Empty for the page's own origin. */
function readBaseUrl(): string {
  try {
    // The bundler inserts the setting here: in a browser `process` does not exist.
    return (process.env.PUBLIC_API_URL ?? '').replace(/\/+$/, '')
  } catch {
    return ''
  }
}

export const apiBaseUrl = readBaseUrl()

export function apiUrl(path: string): string {
  return apiBaseUrl + path
}
