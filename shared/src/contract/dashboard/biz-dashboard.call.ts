import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { asRaw, firstText } from '../raw-json.ts'
import { CountSchema, listOf, preprocess } from '../response-parts.ts'
import { decodeRankingItem, RankingItemSchema, withIdTails } from './agent-ranking.call.ts'
import { IncomingSchema, periodMetricsParts } from './metrics.ts'
import { periodQuery } from './period.ts'

export const IssueShareSchema = z.object({ category: z.string(), count: CountSchema })

/** Reads the number of tickets of one issue type, which some servers name `issue_category` instead of `category`. */
export const decodeIssueShare = preprocess((value) => {
  const raw = asRaw(value)
  return { category: firstText(raw, 'category', 'issue_category'), count: Number(raw.count ?? 0) }
}, IssueShareSchema)

export const MostRepliesSchema = z.object({
  agent_name: z.string(),
  agent_line_user_id: z.string(),
  reply_count: CountSchema,
  picture_url: z.optional(z.string()),
  id_tail: z.optional(z.string()),
})

/** Metrics of the overview that the specification does not define. Null when the server does not send them. */
export const OverviewSchema = z.object({
  ...periodMetricsParts,
  agents: z.array(RankingItemSchema),
  incoming: z.array(IncomingSchema),
})
export type Overview = z.infer<typeof OverviewSchema>

const ResponseSchema = z.object({
  issue_breakdown: z.array(IssueShareSchema),
  kpis: z.object({ most_replies: z.array(MostRepliesSchema) }),
  overview: z.nullable(OverviewSchema),
})

/** All metrics come from one database snapshot. `most_replies` may be a single record instead of a list. */
export const bizDashboard = defineCall({
  name: 'bizDashboard',
  method: 'GET',
  path: '/api/biz/dashboard',
  summary: 'Issue breakdown and most replies over the last days',
  access: 'BUSINESS',
  query: z.object(periodQuery),
  response: ResponseSchema,
  decode: preprocess(
    (value) => {
      const raw = asRaw(value)
      const replies = asRaw(raw.kpis).most_replies
      // The response may omit `issue_breakdown` only if it contains `kpis`.
      const none = typeof raw.kpis === 'object' && raw.kpis !== null ? [] : undefined
      return {
        issue_breakdown: Array.isArray(raw.issue_breakdown) ? raw.issue_breakdown : none,
        kpis: {
          most_replies:
            replies === undefined || replies === null ? [] : Array.isArray(replies) ? replies : [replies],
        },
        overview: raw.overview ?? null,
      }
    },
    z.object({
      issue_breakdown: listOf(decodeIssueShare),
      kpis: z.object({
        most_replies: z.catch(z.pipe(listOf(MostRepliesSchema), z.transform(withIdTails)), []),
      }),
      overview: z.catch(z.nullable(z.extend(OverviewSchema, { agents: listOf(decodeRankingItem) })), null),
    }),
  ),
  errors: ['forbidden', 'forbidden_channel'],
})
