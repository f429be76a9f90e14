import { z } from 'zod'
import { type Entropy, newUserId } from './ids.ts'
import { customerNames, STAFF_NAMES } from './names.ts'

const lineUser = z.object({
  user_id: z.string(),
  display_name: z.string(),
  status_message: z.string().optional(),
})
export type LineUser = z.output<typeof lineUser>

/** `note` is the role in the demo (BUSINESS, ADMIN, PENDING, NEW). */
const staffUser = lineUser.extend({ note: z.string() })
export type StaffUser = z.output<typeof staffUser>

const channel = z.object({
  key: z.string(),
  name: z.string(),
  channel_id: z.string(),
  bot_user_id: z.string(),
  basic_id: z.string(),
  channel_secret: z.string(),
  channel_access_token: z.string(),
})
export type Channel = z.output<typeof channel>

const loginChannel = z.object({ client_id: z.string(), channel_secret: z.string() })
export type LoginChannel = z.output<typeof loginChannel>

export const worldSchema = z.object({
  version: z.literal(1),
  login: loginChannel,
  token_key: z.string(),
  channels: z.array(channel),
  customers: z.array(lineUser),
  staff: z.array(staffUser),
})
export type World = z.output<typeof worldSchema>

const CUSTOMERS_AT_START = 60
export const MAX_CUSTOMERS = 1_000
export const MAX_STAFF = 200

const ACCOUNTS = [
  { key: 'main', name: 'OA หลัก' },
  { key: 'vip', name: 'OA VIP' },
  { key: 'promo', name: 'OA โปรโมชั่น' },
]

function digits(entropy: Entropy, count: number): string {
  return Array.from(entropy.bytes(count), (byte) => String(byte % 10)).join('')
}

function newChannel(entropy: Entropy, key: string, name: string): Channel {
  const letters = Array.from(entropy.bytes(5), (byte) => 'abcdefghijklmnopqrstuvwxyz'[byte % 26]).join('')
  return {
    key,
    name,
    channel_id: `20${digits(entropy, 8)}`,
    bot_user_id: newUserId(entropy),
    basic_id: `@${digits(entropy, 3)}${letters}`,
    channel_secret: entropy.bytes(16).toString('hex'),
    channel_access_token: `${entropy.bytes(126).toString('base64')}1O/w1cDnyilFU=`,
  }
}

export function newWorld(entropy: Entropy): World {
  return {
    version: 1,
    login: { client_id: `16${digits(entropy, 8)}`, channel_secret: entropy.bytes(16).toString('hex') },
    token_key: entropy.bytes(32).toString('hex'),
    channels: ACCOUNTS.map(({ key, name }) => newChannel(entropy, key, name)),
    customers: customerNames(CUSTOMERS_AT_START).map((user) => ({
      user_id: newUserId(entropy),
      ...user,
    })),
    staff: STAFF_NAMES.map((user) => ({ user_id: newUserId(entropy), ...user })),
  }
}
