import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getMe } from '../contract/auth/get-me.call.ts'
import { readProfile } from './read-profile.ts'

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constantFrom(
    '',
    null,
    true,
    'APPROVED',
    'business',
    'ADMIN',
    'OWNER',
    '2026-11-21T09:00:00',
    '2026-11-21T09:00:00+07:00',
    '2026-11-21',
    1_795_000_000_000,
  ),
  fc.array(fc.oneof(fc.string(), fc.integer())),
)
const record = fc.record(
  {
    id: value,
    line_user_id: value,
    status: value,
    role: value,
    display_name: value,
    full_name: value,
    username: value,
    picture_url: value,
    avatar_url: value,
    status_message: value,
    email: value,
    permissions: value,
    last_login_at: value,
  },
  { requiredKeys: [] },
)
const answer = fc.oneof(
  fc.record({ profile: fc.oneof(record, value), user: fc.oneof(record, value) }, { requiredKeys: [] }),
  value,
)

test('reads every answer as the contract does', () => {
  fc.assert(
    fc.property(answer, (body) => {
      const byContract = getMe.decode.safeParse(body)
      expect(readProfile(body)).toEqual(byContract.success ? byContract.data.profile : null)
    }),
    { numRuns: 2_000 },
  )
})
