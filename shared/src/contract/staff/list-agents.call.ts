import * as z from 'zod/mini'
import { listOf, preprocess } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { ChannelKeySchema } from '../request-parts.ts'
import { readStaffMember, StaffMemberSchema } from './staff-member.ts'

/** The approved staff who may work in an official account of the caller's, for the queue's assignee filter; with `channel_key` those who may work in that official account. */
export const listAgents = defineCall({
  name: 'listAgents',
  method: 'GET',
  path: '/api/staff/agents',
  summary: 'Colleagues who can hold tickets',
  access: 'staff',
  query: z.object({ channel_key: z.optional(ChannelKeySchema) }),
  answer: z.object({ items: z.array(StaffMemberSchema) }),
  decode: preprocess(
    (value) => ({ items: rawItems(value) }),
    z.object({ items: listOf(preprocess(readStaffMember, StaffMemberSchema)) }),
  ),
  errors: ['forbidden_channel'],
})
