import ipaddr from 'ipaddr.js'

/** Addresses of Azure services that machines in Azure can reach and that return secrets. */
const METADATA_ADDRESSES = new Set(['168.63.129.16'])
/** Prefix of NAT64 (RFC 6052): the addresses end with an IPv4 address. The local-use prefix (RFC 8215) is not public. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::')
/** Bits by which global unicast addresses (2000::/3) are recognized. */
const GLOBAL_MASK = 0xe000
const GLOBAL = 0x2000

/** Excludes link-local addresses (cloud metadata with secrets), and IPv6 addresses that embed a non-public IPv4 one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // Converts IPv4-mapped addresses to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed)
  if (parsed.match(NAT64, 96)) return isPublicIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(-4)))
  return parsed.range() === 'unicast' && ((parsed.parts[0] ?? 0) & GLOBAL_MASK) === GLOBAL
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA_ADDRESSES.has(address.toString())
}
