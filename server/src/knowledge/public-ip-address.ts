import ipaddr from 'ipaddr.js'

/** Addresses of Azure services that machines in Azure can reach and that return secrets. */
const METADATA_ADDRESSES = new Set(['168.63.129.16'])
/** Bits by which global unicast addresses (2000::/3) are recognized. */
const GLOBAL_MASK = 0xe000
const GLOBAL = 0x2000

/** Excludes link-local addresses (cloud metadata with secrets), and IPv6 addresses that embed a non-public IPv4 one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed)
  if (parsed.isIPv4MappedAddress()) return isPublicIpv4(parsed.toIPv4Address())
  const embeddedIpv4 = translatedBy64(parsed)
  if (embeddedIpv4 !== undefined) return isPublicIpv4(embeddedIpv4)
  return parsed.range() === 'unicast' && ((parsed.parts[0] ?? 0) & GLOBAL_MASK) === GLOBAL
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA_ADDRESSES.has(address.toString())
}

/** Returns the IPv4 part of a NAT64 address 64:ff9b::/96 (RFC 6052). The local-use prefix (RFC 8215) is not public. */
function translatedBy64({ parts }: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (parts[0] !== 0x64 || parts[1] !== 0xff9b || parts.slice(2, 6).some((part) => part !== 0))
    return undefined
  const [high = 0, low = 0] = parts.slice(6)
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}
