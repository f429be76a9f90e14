import * as z from 'zod'
import { StartError } from '../start-error.ts'
import type { Slip } from './render-script.ts'

const Console = z.looseObject({
  login: z.looseObject({ client_id: z.string(), channel_secret: z.string() }),
  channels: z.array(
    z.looseObject({
      key: z.string(),
      name: z.string(),
      bot_user_id: z.string(),
      channel_secret: z.string(),
      channel_access_token: z.string(),
    }),
  ),
})
const LineUser = z.looseObject({
  user_id: z.string(),
  display_name: z.string(),
  status_message: z.string().optional(),
  picture_url: z.string().optional(),
})
const State = z.looseObject({
  customers: z.array(LineUser),
  staff: z.array(LineUser.extend({ note: z.string() })),
})

export type SimulatorConsole = z.output<typeof Console>
export interface SimulatedUser {
  userId: string
  displayName: string
  statusMessage: string | null
  pictureUrl: string
}
export interface SimulatedUsers {
  customers: SimulatedUser[]
  /** Staff members of the simulator. `note`: the role in the demo (BUSINESS or ADMIN), or PENDING. */
  staff: (SimulatedUser & { note: string })[]
}

export type PastMessage = { channel_key: string; user_id: string; id: string; at: string } & (
  | { direction: 'in'; read: boolean; type: 'text'; text: string }
  | { direction: 'in'; read: boolean; type: 'sticker'; sticker_id: string }
  | { direction: 'in'; read: boolean; type: 'image'; slip: Slip }
  | { direction: 'out'; type: 'text'; text: string; via: 'push' }
)

const TIMEOUT_MS = 5_000
/** Timeout in ms; long, because the request contains several thousand messages. */
const HISTORY_TIMEOUT_MS = 30_000

/** Throws StartError when the simulator is unavailable. */
export function readConsole(simulatorUrl: string): Promise<SimulatorConsole> {
  return fetchJson(`${simulatorUrl}/simulator/console`, Console)
}

export async function readUsers(simulatorUrl: string): Promise<SimulatedUsers> {
  const state = await fetchJson(`${simulatorUrl}/simulator/state`, State)
  const userOf = (user: z.output<typeof LineUser>): SimulatedUser => ({
    userId: user.user_id,
    displayName: user.display_name,
    statusMessage: user.status_message ?? null,
    pictureUrl: user.picture_url ?? avatarUrl(simulatorUrl, user.user_id),
  })
  return {
    customers: state.customers.map(userOf),
    staff: state.staff.map((user) => ({ ...userOf(user), note: user.note })),
  }
}

export function avatarUrl(simulatorUrl: string, userId: string): string {
  return `${simulatorUrl}/avatars/${userId}.svg`
}

const Tokens = z.looseObject({
  tokens: z.array(z.looseObject({ id: z.string(), quote_token: z.string(), mark_as_read_token: z.string() })),
})
export type MessageTokens = z.output<typeof Tokens>['tokens'][number]

/** Returns the mark-as-read tokens of the customers' messages. Throws StartError when the simulator refuses. */
export async function writeHistory(
  simulatorUrl: string,
  messages: readonly PastMessage[],
): Promise<MessageTokens[]> {
  const url = `${simulatorUrl}/simulator/history`
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages }),
      signal: AbortSignal.timeout(HISTORY_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`status ${response.status} ${await response.text()}`)
    return Tokens.parse(await response.json()).tokens
  } catch (error) {
    throw new StartError(
      `The LINE simulator does not accept the demo conversations: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}

async function fetchJson<T extends z.ZodType>(url: string, schema: T): Promise<z.output<T>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return schema.parse(await response.json())
  } catch (error) {
    throw new StartError(
      `The LINE simulator returned no usable response at ${url}: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}
