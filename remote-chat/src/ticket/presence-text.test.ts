import type { TicketViewer } from 'shared/contract/realtime.ts'
import { describe, expect, test } from 'vitest'
import { presenceTextOf } from './presence-text.ts'

const ticketViewer = (display_name: string, typing = false): TicketViewer => ({
  id: display_name,
  line_user_id: display_name,
  display_name,
  full_name: null,
  username: null,
  avatar_url: null,
  typing,
})

describe('text about other viewers of a ticket', () => {
  test.each([
    [[], undefined, undefined],
    [[ticketViewer('กิตติ แสงทอง')], 'กิตติ แสงทอง กำลังดู', 'กิตติ'],
    [[ticketViewer('กิตติ แสงทอง'), ticketViewer('อรทัย')], 'กิตติ แสงทอง, อรทัย กำลังดู', 'กิตติ +1'],
    [[ticketViewer('กิตติ แสงทอง'), ticketViewer('อรทัย', true)], 'อรทัย กำลังพิมพ์...', 'อรทัย'],
  ])('the text about viewers has a long and a short form (%#)', (others, whole, names) => {
    const words = presenceTextOf(others)
    expect([words?.whole, words?.names]).toEqual([whole, names])
  })
})
