import { BlockList, isIP } from 'node:net'

/** Private networks, which cannot be reached from the internet (RFC 6890). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

export function unreachableReason(url: string | undefined): string | undefined {
  if (!url) return 'it is not set'
  if (!URL.canParse(url)) return `${url} is not a URL`
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') return `${url} is not https, and LINE fetches only https`
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (
    host === 'localhost' ||
    /\.(localhost|local|internal|test|invalid|example)$/.test(host) ||
    isLocalAddress(host)
  )
    return `${url} is an address of this machine or of a private network`
  if (isIP(host) === 0 && !host.includes('.')) return `${url} is a host name of a private network`
  return undefined
}

function isLocalAddress(host: string): boolean {
  const family = isIP(host)
  return family !== 0 && PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
