import * as z from 'zod'
import { StartError } from '../start-error.ts'

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
const Person = z.looseObject({
  user_id: z.string(),
  display_name: z.string(),
  status_message: z.string().optional(),
  picture_url: z.string().optional(),
})
const State = z.looseObject({
  customers: z.array(Person),
  staff: z.array(Person.extend({ note: z.string() })),
})

export type SimulatorConsole = z.output<typeof Console>
export interface SimulatedPerson {
  userId: string
  displayName: string
  statusMessage: string | null
  pictureUrl: string
}
export interface SimulatedPeople {
  customers: SimulatedPerson[]
  /** `note` says what the demo makes of them: BUSINESS, ADMIN or PENDING. */
  staff: (SimulatedPerson & { note: string })[]
}

const TIMEOUT_MS = 5_000

/** The credentials of the simulated official accounts and of LINE Login. Throws StartError when the simulator does not tell. */
export function readConsole(simulatorUrl: string): Promise<SimulatorConsole> {
  return ask(`${simulatorUrl}/simulator/console`, Console)
}

/** Everyone in the simulated world. Throws StartError when the simulator does not tell. */
export async function readPeople(simulatorUrl: string): Promise<SimulatedPeople> {
  const state = await ask(`${simulatorUrl}/simulator/state`, State)
  const personOf = (person: z.output<typeof Person>): SimulatedPerson => ({
    userId: person.user_id,
    displayName: person.display_name,
    statusMessage: person.status_message ?? null,
    pictureUrl: person.picture_url ?? avatarUrl(simulatorUrl, person.user_id),
  })
  return {
    customers: state.customers.map(personOf),
    staff: state.staff.map((person) => ({ ...personOf(person), note: person.note })),
  }
}

/** Where the simulator draws a person's picture. */
export function avatarUrl(simulatorUrl: string, userId: string): string {
  return `${simulatorUrl}/avatars/${userId}.svg`
}

async function ask<T extends z.ZodType>(url: string, schema: T): Promise<z.output<T>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return schema.parse(await response.json())
  } catch (error) {
    throw new StartError(
      `The LINE simulator does not tell what stands at ${url}: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}
