import type { TicketHistory } from './ticket-histories.ts'

/** Function that runs a plain SQL text and returns the rows. */
type Query = <T extends object>(text: string) => Promise<(T & Record<string, unknown>)[]>

const BANGKOK_MS = 7 * 3_600_000
const localOf = (at: Date) => new Date(at.getTime() + BANGKOK_MS).toISOString()
const dayOf = (at: Date) => localOf(at).slice(0, 10)

type Sums = Record<string, number>

type DurationName = 'pickup' | 'response' | 'answered' | 'unanswered'

/** Returns durations in seconds by day, channel and staff member. `answered` and `unanswered` are resolution times. */
export function replayDurations(histories: readonly TicketHistory[]) {
  const durations = new Map<string, Record<DurationName, number[]>>()
  replay(histories, (key, name, ms) => {
    const of = durations.get(key) ?? { pickup: [], response: [], answered: [], unanswered: [] }
    durations.set(key, of)
    of[name].push(ms / 1000)
  })
  return durations
}

/** Returns a percentile as PostgreSQL's `percentile_cont` computes it; null for an empty list. */
export function exactPercentile(durations: readonly number[], share: number): number | null {
  const sorted = durations.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return low === undefined || high === undefined ? null : low + (position % 1) * (high - low)
}

/** Computes each staff member's metrics per day from ticket histories, without the database. */
export function replay(
  histories: readonly TicketHistory[],
  onDuration: (key: string, name: DurationName, ms: number) => void = () => {},
) {
  const agents = new Map<string, Sums>()
  const subjects = new Map<string, number>()
  const hours = new Map<string, number>()
  const keyOf = ({ channelKey }: TicketHistory, at: Date, staffId: string) =>
    [dayOf(at), channelKey, staffId].join(' ')
  const add = (history: TicketHistory, at: Date, staffId: string, what: string, much = 1) => {
    const key = keyOf(history, at, staffId)
    const sums = agents.get(key) ?? {}
    agents.set(key, { ...sums, [what]: (sums[what] ?? 0) + much })
  }
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  for (const history of histories) {
    const since = (at: Date) =>
      Math.max(0, Math.round((at.getTime() - history.openedAt.getTime()) / 1000) * 1000)
    const assigneeChanges = history.events.flatMap(({ kind, staffId, to, at }) =>
      kind === 'accepted' ? [{ by: staffId, at }] : kind === 'transferred' ? [{ by: to ?? null, at }] : [],
    )
    for (const [place, { by, at }] of assigneeChanges.entries()) {
      if (by === null) continue
      if (place === 0) {
        add(history, at, by, 'handled')
        add(history, at, by, 'pickup_ms', since(at))
        onDuration(keyOf(history, at, by), 'pickup', since(at))
        count(subjects, [dayOf(at), history.channelKey, history.subject].join(' '))
      }
      if (assigneeChanges.findIndex((each) => each.by === by) === place) add(history, at, by, 'held')
    }
    const first = history.events.find(({ kind, staffId }) => kind === 'first_response' && staffId !== null)
    if (first?.staffId) {
      add(history, first.at, first.staffId, 'responded')
      add(history, first.at, first.staffId, 'response_ms', since(first.at))
      onDuration(keyOf(history, first.at, first.staffId), 'response', since(first.at))
    }
    const closed = history.events.find(({ kind }) => kind === 'closed')
    if (closed?.staffId) {
      add(history, closed.at, closed.staffId, 'closed')
      add(history, closed.at, closed.staffId, 'resolution_ms', since(closed.at))
      const { at, staffId } = closed
      onDuration(keyOf(history, at, staffId), first ? 'answered' : 'unanswered', since(at))
      if (!first) add(history, closed.at, closed.staffId, 'unanswered')
    }
    for (const { direction, senderId, at, delivery } of history.messages) {
      if (direction === 'IN')
        count(hours, [dayOf(at), history.channelKey, Number(localOf(at).slice(11, 13))].join(' '))
      else if (senderId !== null && (delivery === null || delivery === 'sent'))
        add(history, at, senderId, 'replies')
    }
  }
  return { agents, subjects, hours }
}

const NAMES = [
  'held',
  'handled',
  'pickup_ms',
  'responded',
  'response_ms',
  'closed',
  'resolution_ms',
  'unanswered',
  'replies',
]

/** Reads from the database the metrics that `replay` computes, without rows in which all metrics are zero. */
export async function summed(query: Query): Promise<ReturnType<typeof replay>> {
  const rows = await query<{ place: string } & Sums>(
    `select day || ' ' || channel_key || ' ' || staff_id as place, ${NAMES.map((name) => `${name}::float8`).join(', ')} from agent_days`,
  )
  const agents = rows.map(({ place, ...sums }): [string, Sums] => [
    place,
    Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0)) as Sums,
  ])
  const counts = (rows: { place: string; n: number }[]) =>
    new Map(rows.filter(({ n }) => n !== 0).map(({ place, n }) => [place, n]))
  return {
    agents: new Map(agents.filter(([, sums]) => Object.keys(sums).length > 0)),
    subjects: counts(
      await query(
        `select day || ' ' || channel_key || ' ' || subject as place, handled::int as n from subject_days`,
      ),
    ),
    hours: counts(
      await query(
        `select day || ' ' || channel_key || ' ' || hour as place, messages::int as n from incoming_hours`,
      ),
    ),
  }
}

/** Returns the sums that triggers maintain, and the same sums computed from the daily rows. */
export async function sumsOfSums(query: Query) {
  const month = `date_trunc('month', day)::date`
  const all = [
    ['channel_days', ['day', 'channel_key'], 'agent_days', ['day', 'channel_key'], NAMES],
    [
      'agent_months',
      ['month', 'channel_key', 'staff_id'],
      'agent_days',
      [month, 'channel_key', 'staff_id'],
      NAMES,
    ],
    [
      'subject_months',
      ['month', 'channel_key', 'subject'],
      'subject_days',
      [month, 'channel_key', 'subject'],
      ['handled'],
    ],
    [
      'incoming_months',
      ['month', 'channel_key', 'weekday', 'hour'],
      'incoming_hours',
      [month, 'channel_key', 'extract(dow from day)::int', 'hour'],
      ['messages'],
    ],
  ] as const
  const read = async (table: string, keys: readonly string[], names: readonly string[]) =>
    (
      await query<{ row: string }>(
        `select concat_ws(' ', ${keys.join()}, ${names.map((name) => `sum(${name})`).join()}) as row from ${table} group by ${keys.join()} order by 1`,
      )
    ).map(({ row }) => row)
  return {
    storedSums: await Promise.all(all.map(([table, keys, , , names]) => read(table, keys, names))),
    right: await Promise.all(all.map(([, , source, keys, names]) => read(source, keys, names))),
  }
}

/** Removes metrics that are zero from the result of `replay`. */
export function withoutZeros({ agents, ...rest }: ReturnType<typeof replay>) {
  const storedSums = [...agents].map(([key, sums]): [string, Sums] => [
    key,
    Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0)),
  ])
  return { agents: new Map(storedSums), ...rest }
}
