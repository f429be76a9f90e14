import type { Colleague } from 'shared/contract/realtime.ts'
import { describe, expect, test } from 'vitest'
import { watchingWords } from './watching.ts'

const colleague = (display_name: string, typing = false): Colleague => ({
  id: display_name,
  line_user_id: display_name,
  display_name,
  full_name: null,
  username: null,
  avatar_url: null,
  typing,
})

describe('who else has a case open, in words', () => {
  test.each([
    [[], null, null],
    [[colleague('กิตติ แสงทอง')], 'กิตติ แสงทอง กำลังดู', 'กิตติ กำลังดู'],
    [[colleague('กิตติ แสงทอง'), colleague('อรทัย')], 'กิตติ แสงทอง, อรทัย กำลังดู', 'กิตติ +1 กำลังดู'],
    [[colleague('กิตติ แสงทอง'), colleague('อรทัย', true)], 'อรทัย กำลังพิมพ์...', 'อรทัย กำลังพิมพ์...'],
  ])('%#', (others, words, inRow) => {
    expect(watchingWords(others)).toBe(words)
    expect(watchingWords(others, true)).toBe(inRow)
  })
})
