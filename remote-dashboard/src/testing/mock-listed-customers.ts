import { MockChannels } from './mock-dashboard.ts'

const customer = (number: number, name: string, isVip: boolean) => ({
  id: `7d1f5a3c-2a0b-4c9e-8d52-00000000000${number}`,
  display_name: name,
  picture_url: null,
  line_user_id: `U${String(number).repeat(32)}`,
  is_vip: isVip,
  channel: MockChannels[number % 2],
  created_at: '2026-11-20T02:00:00.000Z',
  last_message_at: number === 2 ? null : '2026-11-23T02:05:00.000Z',
})

export const MockCustomers = [customer(1, 'ธีรภัทร ทองดี', false), customer(2, 'รัตนา ดวงแก้ว', true)] as const
