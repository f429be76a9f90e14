import { expect, test } from 'vitest'
import { channelOptions } from './channel-label.ts'

test('channels with the same name have their key in the label', () => {
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
