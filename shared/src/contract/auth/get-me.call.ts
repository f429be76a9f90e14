import * as z from 'zod/mini'
import { preprocess } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'
import { profileOfAnswer } from './read-staff-profile.ts'
import { StaffProfileSchema } from './staff-profile.ts'

const Answer = z.object({ profile: StaffProfileSchema })

/**
 * Returns the profile of the current user. Other servers name the field `user`; decoding fails when both fields are
 * missing.
 */
export const getMe = defineCall({
  name: 'getMe',
  method: 'GET',
  path: AUTH_PATHS.me,
  summary: 'The signed-in staff member',
  access: 'staff',
  answer: Answer,
  decode: preprocess((value) => ({ profile: profileOfAnswer(value) }), Answer),
  errors: ['waiting_approval', 'suspended'],
})
