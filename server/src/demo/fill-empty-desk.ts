import { sql } from 'drizzle-orm'
import { ROLES } from 'shared/contract/constants.ts'
import { saveChannel } from '../channels/channel.store.ts'
import { ticketAssignments } from '../db/assignment-schema.ts'
import type { Db, Tx } from '../db/client.ts'
import { channelHours } from '../db/dashboard-schema.ts'
import { deliveries } from '../db/line-schema.ts'
import { media } from '../db/media-schema.ts'
import { customers, messages, staff, suggestions, ticketEvents, ticketReads, tickets } from '../db/schema.ts'
import { changeKnowledge } from '../knowledge/change-knowledge.ts'
import { portionsOf } from '../knowledge/split-into-portions.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { StartError } from '../start-error.ts'
import { type DemoStaff, inventConversations } from './conversations.ts'
import type { DemoRows } from './demo-rows.ts'
import { addDemoKnowledge } from './knowledge.ts'
import { SeededRandom } from './seeded-random.ts'
import {
  avatarUrl,
  type MessageTokens,
  readConsole,
  readUsers,
  type SimulatedUsers,
  writeHistory,
} from './simulator-world.ts'
import { demoSuggestions } from './suggestions.ts'

const SEED = 20_261_121
const FILL_LOCK = 8_080_327
const ROWS_PER_INSERT = 500

/** Connects the simulator's channels at every start, because credentials or the simulator's URL may have changed. */
export async function connectSimulator(db: Db, encryption: Encryption, simulatorUrl: string): Promise<void> {
  const { channels } = await readConsole(simulatorUrl)
  for (const channel of channels) {
    const settings = {
      key: channel.key,
      name: channel.name,
      lineBotUserId: channel.bot_user_id,
      secret: channel.channel_secret,
      accessToken: channel.channel_access_token,
    }
    const outcome = await saveChannel(db, encryption, settings, 'start with the simulator')
    if (outcome.kind === 'bot_in_use') {
      throw new StartError(`The simulator's channel ${channel.key} is already connected as ${outcome.key}.`)
    }
  }
  await moveAvatars(db, simulatorUrl)
}

/** Updates the URLs of profile images, because the simulator's port may have changed. */
async function moveAvatars(db: Db, simulatorUrl: string): Promise<void> {
  const base = avatarUrl(simulatorUrl, '').replace(/\.svg$/, '')
  for (const table of [customers, staff]) {
    await db.execute(sql`
      update ${table} set picture_url = ${base} || line_user_id || '.svg'
      where picture_url ~ '^http://(localhost|127[.]0[.]0[.]1):[0-9]+/avatars/U[0-9a-f]{32}[.]svg$'
        and picture_url <> ${base} || line_user_id || '.svg'`)
  }
}

/** Fills the desk in one transaction, unless a user has signed in or written. Returns the number of tickets. */
export async function fillEmptyDesk(db: Db, simulatorUrl: string, now: Date): Promise<number> {
  if (!(await isEmpty(db))) return 0
  const users = await readUsers(simulatorUrl)
  return changeKnowledge(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`)
    if (!(await isEmpty(tx))) return 0
    const random = new SeededRandom(SEED)
    const team = await addStaff(tx, random, users, now)
    const channelKeys = await channelKeysOf(tx)
    const rows = inventConversations(random, { channelKeys, customers: users.customers, staff: team, now })
    await insertRows(tx, rows, now)
    await tx.insert(suggestions).values(demoSuggestions(channelKeys, now))
    await tx.insert(channelHours).values(channelKeys.flatMap(alwaysOpenHours))
    const manager = team.find(({ role }) => role === 'BUSINESS')
    if (manager !== undefined) await addDemoKnowledge(tx, manager.id, now)
    // Fills the simulator's phones last, so that an earlier error leaves them unchanged, but before the commit, so that
    // the media exist when the desk fetches them.
    await storeTokens(tx, await writeHistory(simulatorUrl, rows.past))
    return rows.tickets.length
  })
}

function alwaysOpenHours(channelKey: string): (typeof channelHours.$inferInsert)[] {
  return Array.from({ length: 7 }, (_, weekday) => ({ channelKey, weekday, opensAt: 480, closesAt: 1_320 }))
}

async function storeTokens(tx: Tx, tokens: readonly MessageTokens[]): Promise<void> {
  await tx.execute(sql`
    update messages m set quote_token = told.quote_token, mark_as_read_token = told.mark_as_read_token
    from json_to_recordset(${JSON.stringify(tokens)}::json) as told (id text, quote_token text, mark_as_read_token text)
    where m.line_message_id = told.id`)
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const found = await db.execute<{ empty: boolean }>(sql`
    select not exists (select 1 from staff) and not exists (select 1 from customers)
      and not exists (select 1 from tickets) as empty`)
  return found.rows[0]?.empty === true
}

async function channelKeysOf(tx: Tx): Promise<string[]> {
  const found = await tx.execute<{ key: string }>(sql`select key from channels order by position`)
  return found.rows.map((row) => row.key)
}

const DAY_MS = 86_400_000

async function addStaff(
  tx: Tx,
  random: SeededRandom,
  users: SimulatedUsers,
  now: Date,
): Promise<DemoStaff[]> {
  const rows = users.staff.flatMap((user) => {
    const role = ROLES.find((each) => each === user.note) ?? null
    // Users in state PENDING have signed in once and have no role. Users added to the simulator later are not stored.
    if (role === null && user.note !== 'PENDING') return []
    return [
      {
        id: random.uuid(),
        lineUserId: user.userId,
        displayName: user.displayName,
        pictureUrl: user.pictureUrl,
        statusMessage: user.statusMessage,
        status: role === null ? ('PENDING' as const) : ('APPROVED' as const),
        role,
        allChannels: role !== null,
        createdAt: new Date(now.getTime() - random.whole(15, 200) * DAY_MS),
        lastLoginAt: new Date(now.getTime() - random.whole(1, 20) * 3_600_000),
      },
    ]
  })
  if (rows.length > 0) await tx.insert(staff).values(rows)
  return rows.flatMap(({ id, displayName, role }) => (role === null ? [] : [{ id, displayName, role }]))
}

async function insertRows(tx: Tx, rows: DemoRows, now: Date): Promise<void> {
  for (const part of parts(rows.customers)) await tx.insert(customers).values(part)
  for (const part of parts(rows.tickets)) await tx.insert(tickets).values(part)
  for (const part of parts(rows.messages)) await tx.insert(messages).values(part)
  for (const part of parts(interleaved(rows.media, now))) await tx.insert(media).values(part)
  for (const part of parts(rows.deliveries)) await tx.insert(deliveries).values(part)
  const inOrder = rows.events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const part of parts(inOrder)) await tx.insert(ticketEvents).values(part)
  for (const part of parts(rows.assignments)) await tx.insert(ticketAssignments).values(part)
  for (const part of parts(rows.reads)) await tx.insert(ticketReads).values(part)
}

/** Schedules one image download per second, newest image first, so that the server starts quickly. */
function interleaved(images: DemoRows['media'], now: Date): DemoRows['media'] {
  const newestFirst = images.toSorted((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))
  return newestFirst.map((image, index) => ({
    ...image,
    nextAttemptAt: new Date(now.getTime() + index * 1_000),
  }))
}

const parts = <T>(list: readonly T[]) => portionsOf(list, ROWS_PER_INSERT)
