import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Some proxies append the client's port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The address that limits count a caller by: an IPv4 address as it is, an IPv6 address as its /64 network, since one client may use all of
 * its addresses. IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo) count as that. A value that is not an IP address
 * is `unknown`.
 */
export function callerAddress({ ip }: Caller): string {
  const parsed = parse(ip)
  if (parsed === null) return 'unknown'
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : networkOf(parsed, 4)
}

/** The /48 network of an IPv6 address, which a provider may assign to one customer; null for any other address. */
export function callerSite({ ip }: Caller): string | null {
  const parsed = parse(ip)
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, 3) : null
}

type Caller = Pick<FastifyRequest, 'ip'>

function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, bracketed, v4] = WITH_PORT.exec(ip) ?? []
  const address = bracketed ?? v4 ?? ip
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed
  const bytes = parsed.toByteArray()
  switch (parsed.range()) {
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12))
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6))
    case 'teredo':
      // Teredo stores the client's address with all bits inverted.
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff))
    default:
      return parsed
  }
}

function networkOf(address: ipaddr.IPv6, groups: number): string {
  const network = address.parts.slice(0, groups).map((part) => part.toString(16))
  return `${network.join(':')}::/${groups * 16}`
}
