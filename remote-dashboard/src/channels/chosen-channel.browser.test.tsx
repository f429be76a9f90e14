import { beforeEach, expect, test } from 'vitest'
import { readChosenChannel, settleChannel, storeChosenChannel } from './chosen-channel.ts'

beforeEach(() => localStorage.clear())

test('selects all channels when nothing is stored', () => {
  expect(readChosenChannel()).toBe('__ALL__')
})
test('selects the stored channel', () => {
  storeChosenChannel('vip', ['main', 'vip'])
  expect(localStorage.getItem('biz_channel_key')).toBe('vip')
  expect(localStorage.getItem('biz_channel_keys')).toBe('vip')
  expect(readChosenChannel()).toBe('vip')
})
test('selects all channels when the user has chosen them', () => {
  storeChosenChannel('__ALL__', ['main', 'vip'])
  expect(localStorage.getItem('biz_channel_keys')).toBe('main,vip')
  expect(readChosenChannel()).toBe('__ALL__')
})
test.each([
  ['vip', 'vip'],
  ['main,vip', '__ALL__'],
])('selects %s when only the list of channels is stored', (keys, chosen) => {
  localStorage.setItem('biz_channel_keys', keys)
  expect(readChosenChannel()).toBe(chosen)
})
test.each([
  ['vip', ['main', 'vip'], 'vip'],
  ['gone', ['main', 'vip'], 'main'],
  ['gone', [], '__ALL__'],
  ['__ALL__', ['main'], '__ALL__'],
])('selects a valid channel for the stored channel %s among %j', (chosen, keys, settled) => {
  expect(settleChannel(chosen, keys)).toBe(settled)
})
