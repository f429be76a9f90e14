import * as z from 'zod/mini'
import { RANKING_DEFAULT_ORDER, RANKING_ORDERS } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asRaw, firstText, rawItems } from '../raw-json.ts'
import { CountSchema, listOf, preprocess } from '../response-parts.ts'
import { type Percentiles, percentileParts, readingParts } from './metrics.ts'
import { periodQuery } from './period.ts'

/** Metrics of one agent. Averages are in seconds, and null when there are no values. */
export const RankingItemSchema = z.object({
  agent_name: z.string(),
  agent_line_user_id: z.string(),
  handled_count: CountSchema,
  closed_count: CountSchema,
  avg_pickup_secs: z.nullable(z.number()),
  avg_first_response_secs: z.nullable(z.number()),
  avg_resolution_secs: z.nullable(z.number()),
  unanswered_count: z._default(CountSchema, 0),
  reply_count: z._default(CountSchema, 0),
  ...percentileParts,
  picture_url: z.optional(z.string()),
  /** End of the LINE user id. Set when another staff member has the same name. */
  id_tail: z.optional(z.string()),
})
export type RankingItem = z.infer<typeof RankingItemSchema>

const number = (value: unknown) => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null
}

export function agentExtras(value: unknown) {
  const raw = asRaw(value)
  const [image, tail] = [firstText(raw, 'picture_url', 'avatar_url'), firstText(raw, 'id_tail')]
  return {
    ...(image === undefined ? {} : { picture_url: image }),
    ...(tail === undefined ? {} : { id_tail: tail }),
  }
}

/** Adds `id_tail` to agents who have the same name, for servers that do not send the field. */
export function withIdTails<Item extends Pick<RankingItem, 'agent_name' | 'agent_line_user_id' | 'id_tail'>>(
  items: Item[],
): Item[] {
  return items.map((item) =>
    item.id_tail === undefined &&
    items.some(
      ({ agent_name, agent_line_user_id: id }) =>
        agent_name === item.agent_name && id !== item.agent_line_user_id,
    )
      ? { ...item, id_tail: item.agent_line_user_id.slice(-4) }
      : item,
  )
}

const PERCENTILES = Object.keys(percentileParts) as (keyof Percentiles)[]

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
    ...Object.fromEntries(PERCENTILES.map((name) => [name, number(raw[name])])),
    ...agentExtras(raw),
  }
}, RankingItemSchema)

export const agentRanking = defineCall({
  name: 'agentRanking',
  method: 'GET',
  path: '/api/business/agent-ranking',
  summary: 'Agents and their metrics over the last days',
  access: 'BUSINESS',
  query: z.object({
    ...periodQuery,
    order_by: z._default(z.enum(RANKING_ORDERS), RANKING_DEFAULT_ORDER),
  }),
  response: z.object({ items: z.array(RankingItemSchema), ...readingParts }),
  decode: preprocess(
    (value) => ({ ...asRaw(value), items: rawItems(value) }),
    z.object({
      items: z.pipe(listOf(decodeRankingItem), z.transform(withIdTails)),
      from: z.catch(readingParts.from, undefined),
      to: z.catch(readingParts.to, undefined),
      at: z.catch(readingParts.at, undefined),
      is_counting: z.catch(readingParts.is_counting, false),
    }),
  ),
  errors: ['forbidden', 'forbidden_channel'],
})
