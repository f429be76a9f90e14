import { asRaw, firstText, readJson } from 'shared/contract/raw-json.ts'
import * as z from 'zod'
import { networkReason } from '../log.ts'
import { StartError } from '../start-error.ts'
import { refusalOf } from './line-response.ts'

const LINE_TIMEOUT_MS = 10_000

export interface LineBotAccess {
  apiUrl: string
  accessToken: string
}

export type UnavailableInfo =
  /** `refused`: the token was revoked, expired or never issued by LINE. */
  { kind: 'refused'; reason: string } | { kind: 'unknown'; reason: string; status?: number }

type LineResult<T> = { kind: 'known'; value: T } | UnavailableInfo

const word = z.string().optional().catch(undefined).transform(clean)
const BotInfo = z
  .object({
    userId: z.string().min(1),
    basicId: word,
    displayName: word,
    /** LINE's chat mode. `chat`: staff can also reply in LINE's manager. `bot`: only the webhook's server replies. */
    chatMode: word,
    markAsReadMode: word,
  })
  .transform(({ userId: botUserId, displayName: name, ...rest }) => ({ botUserId, name, ...rest }))

export type LineBotInfo = z.output<typeof BotInfo>

export function readBotInfo(access: LineBotAccess): Promise<LineResult<LineBotInfo>> {
  return callLine(access, '/v2/bot/info', BotInfo)
}

export async function requireBotInfo(access: LineBotAccess): Promise<LineBotInfo> {
  const result = await readBotInfo(access)
  if (result.kind === 'refused') throw new StartError('LINE does not know this channel access token.')
  if (result.kind === 'unknown') throw new StartError(`${result.reason}.`)
  return result.value
}

/** Monthly message quota (null means unlimited) and number of messages used, as counted by LINE. */
export interface Quota {
  limit: number | null
  used: number
}

/** State of the quota: `near` from 80 % on; `reached` when LINE accepts only replies with a reply token. */
export type QuotaState = 'fine' | 'near' | 'reached'

const NEAR = 0.8

export function quotaStateOf(quota: { limit: number | null; used: number | null }): QuotaState {
  const { limit, used } = quota
  if (limit === null || used === null) return 'fine'
  if (used >= limit) return 'reached'
  return used >= limit * NEAR ? 'near' : 'fine'
}

const count = z.number().int().nonnegative().max(2_147_483_647)
const QuotaLimit = z.union([
  z.looseObject({ type: z.literal('limited'), value: count }),
  z.looseObject({ type: z.literal('none') }),
])
const Consumption = z.looseObject({ totalUsage: count })

export async function readQuota(access: LineBotAccess): Promise<LineResult<Quota>> {
  const limit = await callLine(access, '/v2/bot/message/quota', QuotaLimit)
  if (limit.kind !== 'known') return limit
  const used = await callLine(access, '/v2/bot/message/quota/consumption', Consumption)
  if (used.kind !== 'known') return used
  const value = {
    limit: limit.value.type === 'limited' ? limit.value.value : null,
    used: used.value.totalUsage,
  }
  return { kind: 'known', value }
}

const Endpoint = z.looseObject({ endpoint: z.string(), active: z.boolean() })

export async function readWebhookEndpoint(
  access: LineBotAccess,
): Promise<{ kind: 'known'; endpoint: string; active: boolean } | { kind: 'none' } | UnavailableInfo> {
  const result = await callLine(access, '/v2/bot/channel/webhook/endpoint', Endpoint)
  if (result.kind === 'unknown' && result.status === 404) return { kind: 'none' }
  if (result.kind !== 'known') return result
  const { endpoint, active } = result.value
  return endpoint === '' ? { kind: 'none' } : { kind: 'known', endpoint, active }
}

const TestResult = z.object({
  success: z.boolean(),
  statusCode: z.number().catch(0),
  /** Result of the webhook test: OK, COULD_NOT_CONNECT, REQUEST_TIMEOUT, ERROR_STATUS_CODE or UNCLASSIFIED. */
  reason: z.string().catch(''),
  detail: z.string().catch(''),
})

export type WebhookTest = z.output<typeof TestResult>

/** Makes LINE send a signed webhook without events, like Verify in LINE's console. LINE allows 60 tests an hour. */
export function testWebhook(access: LineBotAccess): Promise<LineResult<WebhookTest>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  return callLine(access, '/v2/bot/channel/webhook/test', TestResult, init)
}

async function callLine<T extends z.ZodType>(
  { apiUrl, accessToken }: LineBotAccess,
  path: string,
  schema: T,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<LineResult<z.output<T>>> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(`${apiUrl.replace(/\/+$/, '')}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${accessToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(LINE_TIMEOUT_MS),
    })
    body = readJson(await response.text())
  } catch (error) {
    return { kind: 'unknown', reason: `LINE cannot be reached at ${apiUrl}: ${networkReason(error)}` }
  }
  const { status } = response
  if (status === 401) return { kind: 'refused', reason: refusalOf(body) }
  const value = schema.safeParse(body)
  if (response.ok && value.success) return { kind: 'known', value: value.data }
  const words = clean(firstText(asRaw(body), 'message'))
  return {
    kind: 'unknown',
    status,
    reason: `LINE returned ${status}${words === null ? '' : ` (${words})`} for ${path}`,
  }
}

/** Replaces characters of a text that the database or a terminal cannot handle. */
function clean(text: string | undefined): string | null {
  return (
    text
      ?.replaceAll(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .slice(0, 200) || null
  )
}
