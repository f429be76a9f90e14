import { MockAgent } from 'shared/testing/mock-profile.ts'
import { MockChannels } from 'shared/testing/mock-tickets.ts'
import { beforeEach, expect, test } from 'vitest'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { openChat } from '../testing/open-conversation.tsx'

installMockDesk()
beforeEach(() => replaceMockDesk({ me: MockAgent }))

test('shows above the reply field that the channel’s monthly quota is used up', async () => {
  desk.quotaReached.add('main')
  const { screen, chat, composer } = await openChat()
  await expect.element(chat.getByText(/ข้อความของเดือนนี้ใช้ครบแล้ว/)).toBeVisible()
  await expect.element(composer).toHaveValue('')
  // Only managers get the quota notice above the list.
  await expect.element(screen.getByText(/ใช้ข้อความของเดือนนี้ครบแล้ว/)).not.toBeInTheDocument()
})

test('shows the quota notice immediately when the quota is used up while the conversation is open', async () => {
  const { chat } = await openChat()
  await expect.poll(() => desk.requests.some(({ call }) => call.includes('/api/staff/channels'))).toBe(true)
  desk.quotaReached.add('main')
  desk.publish({ type: 'ticket_list_update', data: { reason: 'quota_changed', channel_key: 'main' } })
  await expect.element(chat.getByText(/ข้อความของเดือนนี้ใช้ครบแล้ว/)).toBeVisible()
})

test('shows no quota notice for another channel', async () => {
  desk.quotaReached.add('vip')
  const { screen, chat } = await openChat()
  // The channel filter uses the same response as the notice: its options show that the channels are loaded.
  await expect.element(screen.getByRole('option', { name: MockChannels[1]?.name })).toBeInTheDocument()
  expect(chat.getByText(/ข้อความของเดือนนี้ใช้ครบแล้ว/).elements()).toHaveLength(0)
})
