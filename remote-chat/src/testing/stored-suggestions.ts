import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { desk } from './installed-desk.ts'

/** Three suggestions for all channels. The mock desk also has `own`, for one channel, and two more suggestions. */
export const [greeting, wait, image] = [
  mockSuggestion({ text: 'สวัสดีค่ะ คุณ{{ชื่อ}}', use_count: 12 }),
  mockSuggestion({ text: 'ขอเวลาตรวจสอบสักครู่นะคะ', use_count: 0 }),
  mockSuggestion({ text: 'ตารางโปร', image_url: 'https://cdn.example.com/promo.png', use_count: 3 }),
]
export const own = mockSuggestion({ text: 'ของ OA นี้', channel_key: 'main' })
export const mockStoredSuggestions = () => {
  desk.suggestions.items = [
    greeting,
    wait,
    image,
    own,
    ...['ห้า', 'หก'].map((text) => mockSuggestion({ text })),
  ]
}
