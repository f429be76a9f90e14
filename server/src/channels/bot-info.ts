import * as z from 'zod'
import { StartError } from '../start-error.ts'

const LINE_TIMEOUT_MS = 10_000
const BotInfo = z.looseObject({ userId: z.string() })

/** The bot user id of an official account (`destination` of its webhooks). Throws StartError when LINE does not know the token. */
export async function fetchBotUserId(apiUrl: string, accessToken: string): Promise<string> {
  let response: Response
  try {
    response = await fetch(`${apiUrl.replace(/\/+$/, '')}/v2/bot/info`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(LINE_TIMEOUT_MS),
    })
  } catch (error) {
    throw new StartError(`LINE cannot be reached at ${apiUrl}.`, { cause: error })
  }
  if (response.status === 401) throw new StartError('LINE does not know this channel access token.')
  const info = BotInfo.safeParse(await response.json().catch(() => undefined))
  if (!response.ok || !info.success)
    throw new StartError(`LINE answered ${response.status} when asked for the account.`)
  return info.data.userId
}
