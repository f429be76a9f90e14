import * as z from 'zod/mini'
import { CountSchema, listOf, preprocess } from '../answer-parts.ts'
import { DASHBOARD_DAYS } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asRaw, firstText, rawItems } from '../raw-json.ts'
import { ChannelKeysSchema } from '../request-parts.ts'

export const IssueShareSchema = z.object({ category: z.string(), count: CountSchema })

/** The category may come as `issue_category`. */
export const decodeIssueShare = preprocess((value) => {
  const raw = asRaw(value)
  return { category: firstText(raw, 'category', 'issue_category'), count: Number(raw.count ?? 0) }
}, IssueShareSchema)

export const MostRepliesSchema = z.object({
  agent_name: z.string(),
  agent_line_user_id: z.string(),
  reply_count: CountSchema,
})

const Answer = z.object({
  issue_breakdown: z.array(IssueShareSchema),
  kpis: z.object({ most_replies: z.array(MostRepliesSchema) }),
})

/** `most_replies` may come as one record instead of a list. */
export const bizDashboard = defineCall({
  name: 'bizDashboard',
  method: 'GET',
  path: '/api/biz/dashboard',
  summary: 'Issue breakdown and most replies over the last days',
  access: 'BUSINESS',
  query: z.object({
    channel_key: z.optional(ChannelKeysSchema),
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(366)), DASHBOARD_DAYS),
  }),
  answer: Answer,
  decode: preprocess(
    (value) => {
      const raw = asRaw(value)
      const replies = asRaw(raw.kpis).most_replies
      return {
        issue_breakdown: rawItems(raw.issue_breakdown),
        kpis: {
          most_replies:
            replies === undefined || replies === null ? [] : Array.isArray(replies) ? replies : [replies],
        },
      }
    },
    z.object({
      issue_breakdown: listOf(decodeIssueShare),
      kpis: z.object({ most_replies: listOf(MostRepliesSchema) }),
    }),
  ),
  errors: ['forbidden', 'forbidden_channel'],
})
