import { expect, test } from 'vitest'
import { channelOptions } from './channel-label.ts'

test('adds the key to channels with the same name', () => {
  const channels = [
    { key: 'main', name: 'OA ร้าน' },
    { key: 'vip', name: 'OA VIP' },
    { key: 'second', name: 'oa ร้าน ' },
  ]
  expect(channelOptions(channels).map(({ label }) => label)).toEqual([
    'OA ร้าน (main)',
    'OA VIP',
    'oa ร้าน  (second)',
  ])
})
