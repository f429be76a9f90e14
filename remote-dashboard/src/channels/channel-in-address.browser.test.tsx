import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const address = () => page.getByTestId('address')
const channel = () => page.getByRole('combobox', { name: 'บัญชี OA' })
const requests = () =>
  new Set(server.requests.filter(({ call }) => call === CALLS.overview).map(({ query }) => query.channel_key))

test('writes the stored channel, and then each channel that the user selects, to the URL', async () => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard()
  await expect.element(address()).toHaveTextContent('/dashboard?channel=vip')
  await expect.element(channel()).toHaveValue('vip')
  await expect.poll(requests).toEqual(new Set(['vip']))
  await channel().selectOptions('ทุกบัญชี')
  await expect.element(address()).toHaveTextContent('/dashboard?channel=__ALL__')
  await expect.poll(() => localStorage.getItem('biz_channel_key')).toBe('__ALL__')
  // Waits for the last request, because a late one would be counted in the next test.
  await expect.poll(requests).toEqual(new Set(['vip', '__ALL__']))
})

test.each([
  ['?days=30&channel=main', 'main'],
  ['?days=30&channel=__ALL__', '__ALL__'],
])("shows the channel of the link %s regardless of the recipient's stored choice", async (query, key) => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard(`/dashboard${query}`)
  await expect.element(channel()).toHaveValue(key)
  await expect.poll(requests).toEqual(new Set([key]))
  await expect.poll(() => localStorage.getItem('biz_channel_key')).toBe(key)
})

test('shows all channels for a link without channel, and keeps the stored channel', async () => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard('/dashboard?days=30')
  await expect.element(channel()).toHaveValue('__ALL__')
  await expect.element(channel().getByRole('option', { name: 'OA VIP' })).toBeInTheDocument()
  await expect.poll(requests).toEqual(new Set(['__ALL__']))
  expect(localStorage.getItem('biz_channel_key')).toBe('vip')
})

test('shows a message for a link to a forbidden channel and keeps the stored channel', async () => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard('/dashboard?days=30&channel=gone')
  await expect.element(page.getByText('คุณไม่มีสิทธิ์ใน OA นี้')).toBeVisible()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&channel=gone')
  await expect.element(channel()).toHaveValue('gone')
  expect(localStorage.getItem('biz_channel_key')).toBe('vip')
  expect(requests()).toEqual(new Set())
  await page.getByRole('button', { name: 'ดูทุกบัญชี' }).click()
  await expect.poll(requests).toEqual(new Set(['__ALL__']))
})

test('falls back to the first channel when access to the stored channel was removed', async () => {
  localStorage.setItem('biz_channel_key', 'gone')
  await openDashboard()
  await expect.element(channel()).toHaveValue('main')
  await expect.poll(() => localStorage.getItem('biz_channel_key')).toBe('main')
  await expect.poll(requests).toEqual(new Set(['main']))
})
