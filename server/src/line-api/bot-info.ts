import * as z from 'zod'
import { StartError } from '../start-error.ts'
import { refusalOf } from './line-answer.ts'

const LINE_TIMEOUT_MS = 10_000
const BotInfo = z.looseObject({ userId: z.string() })

/** What LINE says of a channel access token. */
export type TokenState =
  | { kind: 'works'; botUserId: string }
  /** Revoked, expired or never LINE's. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

/** Asks LINE whose token this is. */
export async function checkToken(apiUrl: string, accessToken: string): Promise<TokenState> {
  let response: Response
  try {
    response = await fetch(`${apiUrl.replace(/\/+$/, '')}/v2/bot/info`, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(LINE_TIMEOUT_MS),
    })
  } catch {
    return { kind: 'unknown', reason: `LINE cannot be reached at ${apiUrl}` }
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.status === 401) return { kind: 'refused', reason: refusalOf(answer) }
  const info = BotInfo.safeParse(answer)
  if (!response.ok || !info.success)
    return { kind: 'unknown', reason: `LINE answered ${response.status} when asked for the account` }
  return { kind: 'works', botUserId: info.data.userId }
}

/** The bot user id of an official account (`destination` of its webhooks). Throws StartError when LINE does not know the token. */
export async function fetchBotUserId(apiUrl: string, accessToken: string): Promise<string> {
  const state = await checkToken(apiUrl, accessToken)
  if (state.kind === 'refused') throw new StartError('LINE does not know this channel access token.')
  if (state.kind === 'unknown') throw new StartError(`${state.reason}.`)
  return state.botUserId
}
