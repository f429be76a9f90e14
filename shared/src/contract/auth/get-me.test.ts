import { expect, test } from 'vitest'
import { getMe } from './get-me.call.ts'
import { profileOfResponse } from './read-staff-profile.ts'

const user = { id: 'a1', line_user_id: 'U1', status: 'APPROVED', role: 'ADMIN', display_name: 'กิตติ' }

test.each(['profile', 'user'])('reads the staff profile from the field %s', (field) => {
  expect(getMe.decode.parse({ [field]: user }).profile).toMatchObject(user)
})
test.each([{}, null, { profile: null }, { profile: 'x' }, { data: user }])(
  'finds no staff profile in the response %j',
  (response) => {
    expect(getMe.decode.safeParse(response).success).toBe(false)
  },
)
test.each([
  ['supervisor', true],
  ['Supervisor', true],
  ['trainee', false],
  [undefined, false],
])('role %s is allowed to close any ticket: %s', (role, may) => {
  const { permissions } = getMe.decode.parse({ user: { ...user, role, permissions: ['a'] } }).profile
  expect(permissions).toEqual(may ? ['a', 'close_any_ticket'] : ['a'])
})
test.each([
  ['business', 'BUSINESS'],
  ['Admin', 'ADMIN'],
  ['supervisor', null],
  [undefined, null],
])('reads role %s as %s', (word, role) => {
  expect(getMe.decode.parse({ user: { ...user, role: word } }).profile.role).toBe(role)
})
test.each([
  ['2026-11-21 09:00:00', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T16:00:00+07', '2026-11-21T09:00:00.000Z'],
  ['soon', null],
])('reads the last login %s as %s, with and without zod', (last_login_at, moment) => {
  const response = { user: { ...user, last_login_at } }
  expect(getMe.decode.parse(response).profile.last_login_at).toBe(moment)
  expect(profileOfResponse(response)?.last_login_at).toBe(moment)
})
test('reads names, images and permissions of a profile with alternative field names', () => {
  const { profile } = getMe.decode.parse({
    user: { line_user_id: 'U1', full_name: 'กิตติ บุญมา', avatar_url: 'https://x/a.png', permissions: ['a', 1] },
  })
  expect(profile).toMatchObject({
    id: 'U1',
    display_name: 'กิตติ บุญมา',
    picture_url: 'https://x/a.png',
    avatar_url: 'https://x/a.png',
    permissions: ['a'],
    status: '',
  })
})
