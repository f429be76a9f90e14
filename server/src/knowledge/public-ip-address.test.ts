import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-ip-address.ts'

const IPV4 = {
  private: [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '0.1.2.3',
  ],
  special: [
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
  ],
  others: [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '203.0.113.9',
  ],
}
const refused = Object.values(IPV4).flat()
const hex = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

test.each(refused)('the IP address %s is not public in any IPv6 notation', (address) => {
  for (const written of [
    address,
    `::ffff:${address}`,
    `::ffff:${hex(address)}`,
    `64:ff9b::${hex(address)}`,
    `::${hex(address)}`,
  ])
    expect([written, isPublicAddress(written)]).toEqual([written, false])
})

test.each([
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '100::1',
  '2002:a00:1::',
  '2002:808:808::',
  '64:ff9b:1::808:808',
  '64:ff9b::1:808:808',
  '5f00::1',
  '3fff::1',
  '4000::1',
  'localhost',
  '',
])('the IP address %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('the IP address %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('IP addresses of private networks are never public', () => {
  const part = fc.integer({ min: 0, max: 255 })
  const networks = fc.constantFrom(
    (b: number) => [10, b],
    (b: number) => [127, b],
    (b: number) => [172, 16 + (b % 16)],
    () => [192, 168],
    () => [169, 254],
    (b: number) => [100, 64 + (b % 64)],
  )
  fc.assert(
    fc.property(networks, part, part, part, (network, b, c, d) => {
      const address = [...network(b), c, d].join('.')
      expect(isPublicAddress(address)).toBe(false)
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
      expect(isPublicAddress(`64:ff9b::${hex(address)}`)).toBe(false)
    }),
  )
})
