import * as z from 'zod/mini'
import { CountSchema, listOf, preprocess } from '../answer-parts.ts'
import { RANKING_DEFAULT_ORDER, RANKING_ORDERS } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asRaw, firstText, rawItems } from '../raw-json.ts'
import { readingParts } from './figures.ts'
import { periodQuery } from './period.ts'

/** Averages are in seconds; null when there is nothing to average. */
export const RankingItemSchema = z.object({
  agent_name: z.string(),
  agent_line_user_id: z.string(),
  handled_count: CountSchema,
  closed_count: CountSchema,
  avg_pickup_secs: z.nullable(z.number()),
  avg_first_response_secs: z.nullable(z.number()),
  avg_resolution_secs: z.nullable(z.number()),
  /** Closed by this person without anybody's answer; in no average. */
  unanswered_count: z._default(CountSchema, 0),
  reply_count: z._default(CountSchema, 0),
})
export type RankingItem = z.infer<typeof RankingItemSchema>

const number = (value: unknown) => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null
}

export const decodeRankingItem = preprocess((value) => {
  const raw = asRaw(value)
  return {
    agent_name: firstText(raw, 'agent_name', 'agent_line_user_id'),
    agent_line_user_id: firstText(raw, 'agent_line_user_id') ?? '',
    handled_count: number(raw.handled_count) ?? 0,
    closed_count: number(raw.closed_count) ?? 0,
    avg_pickup_secs: number(raw.avg_pickup_secs),
    avg_first_response_secs: number(raw.avg_first_response_secs),
    avg_resolution_secs: number(raw.avg_resolution_secs),
    unanswered_count: number(raw.unanswered_count) ?? 0,
    reply_count: number(raw.reply_count) ?? 0,
  }
}, RankingItemSchema)

export const agentRanking = defineCall({
  name: 'agentRanking',
  method: 'GET',
  path: '/api/business/agent-ranking',
  summary: 'Agents and their figures over the last days',
  access: 'BUSINESS',
  query: z.object({
    ...periodQuery,
    order_by: z._default(z.enum(RANKING_ORDERS), RANKING_DEFAULT_ORDER),
  }),
  answer: z.object({ items: z.array(RankingItemSchema), ...readingParts }),
  decode: preprocess(
    (value) => ({ ...asRaw(value), items: rawItems(value) }),
    z.object({
      items: listOf(decodeRankingItem),
      from: z.catch(readingParts.from, undefined),
      to: z.catch(readingParts.to, undefined),
      at: z.catch(readingParts.at, undefined),
      is_counting: z.catch(readingParts.is_counting, false),
    }),
  ),
  errors: ['forbidden', 'forbidden_channel'],
})
