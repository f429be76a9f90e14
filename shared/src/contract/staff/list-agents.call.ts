import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { asFlag, asRaw } from '../raw-json.ts'
import { ChannelKeySchema, QueryFlagSchema } from '../request-parts.ts'
import { itemsOf, preprocess } from '../response-parts.ts'
import { readStaffMember, StaffMemberSchema } from './staff-member.ts'

const AgentSchema = z.extend(StaffMemberSchema, {
  /** True for a suspended staff member, who is listed only with `with_suspended`. */
  is_suspended: z.optional(z.boolean()),
})
export type Agent = z.infer<typeof AgentSchema>

function readAgent(value: unknown): Agent | null {
  const member = readStaffMember(value)
  return member && asFlag(asRaw(value).is_suspended) ? { ...member, is_suspended: true } : member
}

/** Approved staff of the caller's channels or of `channel_key`, by name. `with_suspended` appends suspended staff. */
export const listAgents = defineCall({
  name: 'listAgents',
  method: 'GET',
  path: '/api/staff/agents',
  summary: 'Agents to whom tickets can be assigned',
  access: 'staff',
  query: z.object({
    channel_key: z.optional(ChannelKeySchema),
    with_suspended: z._default(QueryFlagSchema, false),
  }),
  response: z.object({ items: z.array(AgentSchema) }),
  decode: itemsOf(preprocess(readAgent, AgentSchema)),
  errors: ['forbidden_channel'],
})
