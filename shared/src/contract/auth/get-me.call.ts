import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { asRaw } from '../read-json.ts'
import { AUTH_PATHS } from './paths.ts'
import { decodeStaffProfile, StaffProfileSchema } from './staff-profile.ts'

const Answer = z.object({ profile: StaffProfileSchema })

/** Who am I. Other servers name the field `user`; an answer with neither has no profile and fails to decode. */
export const getMe = defineCall({
  name: 'getMe',
  method: 'GET',
  path: AUTH_PATHS.me,
  summary: 'The signed-in member of staff',
  access: 'staff',
  answer: Answer,
  decode: z.preprocess(
    (value) => {
      const raw = asRaw(value)
      return { profile: raw.profile ?? raw.user }
    },
    z.object({
      profile: z
        .looseObject({})
        .transform((found): unknown => found)
        .pipe(decodeStaffProfile),
    }),
  ),
  errors: ['waiting_approval', 'suspended'],
})
