import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerAddress, callerSite } from './caller-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['2002:c000:207::1', '192.0.2.7'],
  ['2002:c000:207:ffff:1:2:3:4', '192.0.2.7'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdf8', '192.0.2.7'],
  ['2001:0:1:2:3:4:3fff:fdf8', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['127.0.0.1, 192.0.2.7', 'unknown'],
])('rate limits count the IP address %s as %s', (ip, counted) => {
  expect(callerAddress({ ip })).toBe(counted)
})

test('rate limits count all addresses of a /64 network as one, and other networks separately', () => {
  const part = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const host = fc.array(part, { minLength: 4, maxLength: 4 }).map((parts) => parts.join(':'))
  fc.assert(
    fc.property(host, host, (one, other) => {
      const network = '2001:db8:7:8'
      expect(callerAddress({ ip: `${network}:${one}` })).toBe(callerAddress({ ip: `${network}:${other}` }))
      expect(callerAddress({ ip: `${network}:${one}` })).not.toBe(
        callerAddress({ ip: `2001:db8:7:9:${other}` }),
      )
    }),
  )
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['[2001:db8:1:ffff::1]:443', '2001:db8:1::/48'],
  ['192.0.2.7', null],
  ['::ffff:192.0.2.7', null],
  ['2002:c000:207::1', null],
  ['unknown', null],
])('maps the IP address %s to the IPv6 site %s', (ip, site) => {
  expect(callerSite({ ip })).toBe(site)
})
