import { parseUrl } from 'shared/contract/parse-url.ts'

/** Pattern of loopback and private addresses, and of host names that exist only in private networks. */
const OWN_NETWORK =
  /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|\[(?:::1?|f[cd]|fe80))|\.(?:localhost|local|internal|lan|home\.arpa|test)$/i

export function isReachableByLine(url: string): boolean {
  if (parseUrl(url) === null) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && hostname.includes('.') && !OWN_NETWORK.test(hostname)
}
