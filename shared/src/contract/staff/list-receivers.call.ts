import * as z from 'zod/mini'
import { CountSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeySchema } from '../request-parts.ts'
import { StaffMemberSchema } from './staff-member.ts'

export const ReceiverSchema = z.extend(StaffMemberSchema, {
  /** Has a page of the desk open somewhere. */
  is_online: z.boolean(),
  /** Open cases in the accounts that the caller may see; of each person at most `MAX_COUNTED_CASES` of all are looked at. */
  open_count: CountSchema,
})
export type Receiver = z.infer<typeof ReceiverSchema>

/** Those who may work in an official account, by name: to whom a case of it can be given. */
export const listReceivers = defineCall({
  name: 'listReceivers',
  method: 'GET',
  path: '/api/staff/receivers',
  summary: 'Colleagues to whom a case can be given, who of them is here, and how many cases they hold',
  access: 'staff',
  query: z.object({ channel_key: ChannelKeySchema }),
  answer: z.object({ items: z.array(ReceiverSchema) }),
  errors: ['forbidden_channel'],
})
