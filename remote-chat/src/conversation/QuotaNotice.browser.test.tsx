import { MockAgent } from 'shared/testing/mock-profile.ts'
import { MockChannels } from 'shared/testing/mock-tickets.ts'
import { beforeEach, expect, test } from 'vitest'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { openChat } from '../testing/open-conversation.tsx'

installMockDesk()
beforeEach(() => replaceMockDesk({ me: MockAgent }))

test('an account whose messages are used up says so above the field, before anybody writes', async () => {
  desk.quotaReached.add('main')
  const { screen, chat, composer } = await openChat()
  await expect.element(chat.getByText(/ข้อความของเดือนนี้ใช้ครบแล้ว/)).toBeVisible()
  await expect.element(composer).toHaveValue('')
  // Above the list it is for managers alone.
  await expect.element(screen.getByText(/ใช้ข้อความของเดือนนี้ครบแล้ว/)).not.toBeInTheDocument()
})

test('one whose messages are used up meanwhile says so at once', async () => {
  const { chat } = await openChat()
  await expect.poll(() => desk.requests.some(({ call }) => call.includes('/api/staff/channels'))).toBe(true)
  desk.quotaReached.add('main')
  desk.publish({ type: 'ticket_list_update', data: { reason: 'quota_changed', channel_key: 'main' } })
  await expect.element(chat.getByText(/ข้อความของเดือนนี้ใช้ครบแล้ว/)).toBeVisible()
})

test('another account’s says nothing', async () => {
  desk.quotaReached.add('vip')
  const { screen, chat } = await openChat()
  // The list's filter is drawn from the same answer.
  await expect.element(screen.getByRole('option', { name: MockChannels[1]?.name })).toBeInTheDocument()
  expect(chat.getByText(/ข้อความของเดือนนี้ใช้ครบแล้ว/).elements()).toHaveLength(0)
})
