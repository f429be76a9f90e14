import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ranges of addresses that cannot be reached from the internet (RFC 6890). */
const PRIVATE = new Set(['unspecified', 'loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

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
  return isIP(host) !== 0 && PRIVATE.has(ipaddr.process(host).range())
}
