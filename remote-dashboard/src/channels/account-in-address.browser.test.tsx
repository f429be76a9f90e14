import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const address = () => page.getByTestId('address')
const account = () => page.getByRole('combobox', { name: 'บัญชี OA' })
const asked = () =>
  new Set(server.requests.filter(({ call }) => call === CALLS.overview).map(({ query }) => query.channel_key))

test('what was kept stands in the address, and what is chosen next', async () => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard()
  await expect.element(address()).toHaveTextContent('/dashboard?channel=vip')
  await expect.element(account()).toHaveValue('vip')
  await expect.poll(asked).toEqual(new Set(['vip']))
  await account().selectOptions('ทุกบัญชี')
  await expect.element(address()).toHaveTextContent('/dashboard?channel=__ALL__')
  await expect.poll(() => localStorage.getItem('biz_channel_key')).toBe('__ALL__')
  // A late request would be counted in the next test.
  await expect.poll(asked).toEqual(new Set(['vip', '__ALL__']))
})

test.each([
  ['?days=30&channel=main', 'main'],
  ['?days=30&channel=__ALL__', '__ALL__'],
])('whoever is sent %s sees the same, whatever they had chosen', async (query, key) => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard(`/dashboard${query}`)
  await expect.element(account()).toHaveValue(key)
  await expect.poll(asked).toEqual(new Set([key]))
  await expect.poll(() => localStorage.getItem('biz_channel_key')).toBe(key)
})

test('whoever is sent no account sees all of them, and finds what they had chosen later', async () => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard('/dashboard?days=30')
  await expect.element(account()).toHaveValue('__ALL__')
  await expect.element(account().getByRole('option', { name: 'OA VIP' })).toBeInTheDocument()
  await expect.poll(asked).toEqual(new Set(['__ALL__']))
  expect(localStorage.getItem('biz_channel_key')).toBe('vip')
})

test('a link to a channel that the viewer may not see says so and changes nothing', async () => {
  localStorage.setItem('biz_channel_key', 'vip')
  await openDashboard('/dashboard?days=30&channel=gone')
  await expect.element(page.getByText('คุณไม่มีสิทธิ์ใน OA นี้')).toBeVisible()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&channel=gone')
  await expect.element(account()).toHaveValue('gone')
  expect(localStorage.getItem('biz_channel_key')).toBe('vip')
  expect(asked()).toEqual(new Set())
  await page.getByRole('button', { name: 'ดูทุกบัญชี' }).click()
  await expect.poll(asked).toEqual(new Set(['__ALL__']))
})

test('a stored channel that is not the viewer’s any more falls back to the first', async () => {
  localStorage.setItem('biz_channel_key', 'gone')
  await openDashboard()
  await expect.element(account()).toHaveValue('main')
  await expect.poll(() => localStorage.getItem('biz_channel_key')).toBe('main')
  await expect.poll(asked).toEqual(new Set(['main']))
})
