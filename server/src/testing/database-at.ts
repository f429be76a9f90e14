import pg from 'pg'
import { connectionOptions } from '../db/client.ts'
import { type MigrateOptions, migrateDatabase } from '../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A database as an earlier release left it, and the way on from there. */
export interface OldDatabase extends TestDatabase {
  /** Its owner, for filling it and looking at it in plain SQL: the drizzle schema is the present one's. */
  owner: pg.Client
  /** Brings it up to date (or to `until`), as an upgrade does. */
  migrate(options?: Pick<MigrateOptions, 'until' | 'dir'>): Promise<void>
}

/**
 * A database of its own on which the migrations up to and with `tag` have run (a file's name without `.sql`), and no later one,
 * with one official account, `main`. Fill it with `owner`, `migrate` it, and look at what has become of it. `drop` removes it.
 */
export async function createDatabaseAt(tag: string): Promise<OldDatabase> {
  const database = await createTestDatabase({ blank: true })
  const { ownerAddress, runtimeUser } = database
  const migrate: OldDatabase['migrate'] = async (options) => {
    await migrateDatabase(ownerAddress, { runtimeRole: runtimeUser ?? undefined, ...options })
  }
  await migrate({ until: tag })
  const owner = new pg.Client(connectionOptions(ownerAddress))
  await owner.connect()
  await owner.query(
    `insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'U', 's', 't')`,
  )
  return {
    ...database,
    owner,
    migrate,
    drop: async () => {
      await owner.end()
      await database.drop()
    },
  }
}

/** A customer `U1` with an open ticket of so many answers (seq 1, 2, 3 …), in columns that every release has. */
export async function addAnsweredTicket(owner: pg.Client, answers: number): Promise<void> {
  await owner.query(`insert into customers (channel_key, line_user_id) values ('main', 'U1')`)
  await owner.query(
    `insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq)
     select 'main', id, 'อื่นๆ', now(), now(), $1 from customers where line_user_id = 'U1'`,
    [answers],
  )
  await owner.query(
    `insert into messages (ticket_id, channel_key, seq, direction, event_time)
     select id, 'main', n, 'OUT', now() from tickets, generate_series(1, $1::int) n`,
    [answers],
  )
}
