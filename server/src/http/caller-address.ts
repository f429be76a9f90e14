import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Some proxies append the client's port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The address that limits count a caller by: an IPv4 address as it is, an IPv6 address as its /64 network, since one client may use every
 * address of it. IPv4-mapped and NAT64 addresses count as the IPv4 address they contain. A value that is no IP address is `unknown`.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [, bracketed, v4] = WITH_PORT.exec(ip) ?? []
  const address = bracketed ?? v4 ?? ip
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  if (parsed.range() === 'rfc6052') return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
