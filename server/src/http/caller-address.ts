import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Matches IP addresses with the client's port, which some proxies append: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Returns the caller's IP address, or its /64 network for IPv6, since one client may use the whole network. */
export function callerAddress({ ip }: Caller): string {
  const parsed = parse(ip)
  if (parsed === null) return 'unknown'
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : networkOf(parsed, 4)
}

/** Returns the /48 network of an IPv6 address, which a provider may assign to one customer; null for IPv4. */
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
      // Teredo (IPv6 over IPv4) stores the client's IPv4 address with all bits inverted.
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff))
    default:
      return parsed
  }
}

function networkOf(address: ipaddr.IPv6, groups: number): string {
  const network = address.parts.slice(0, groups).map((part) => part.toString(16))
  return `${network.join(':')}::/${groups * 16}`
}
