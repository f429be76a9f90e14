import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { preprocess } from '../response-parts.ts'
import { AUTH_PATHS } from './paths.ts'
import { profileOfResponse } from './read-staff-profile.ts'
import { StaffProfileSchema } from './staff-profile.ts'

const ResponseSchema = z.object({ profile: StaffProfileSchema })

/** Returns the current profile in `profile`. Other implementations of the API use `user`. One of them is required. */
export const getMe = defineCall({
  name: 'getMe',
  method: 'GET',
  path: AUTH_PATHS.me,
  summary: 'The signed-in staff member',
  access: 'staff',
  response: ResponseSchema,
  decode: preprocess((value) => ({ profile: profileOfResponse(value) }), ResponseSchema),
  errors: ['waiting_approval', 'suspended'],
})
