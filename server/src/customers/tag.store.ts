import { eq, type SQL, sql } from 'drizzle-orm'
import { MAX_CHANNEL_TAGS } from 'shared/contract/constants.ts'
import type { Tag } from 'shared/contract/customers/customer-card.ts'
import { normalizeText } from 'shared/contract/search-text.ts'
import type { Db, Tx } from '../db/client.ts'
import { tags } from '../db/customer-schema.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import type { VisibleCustomer } from './customer.store.ts'

type TagRow = Tag & Record<string, unknown>

/** Maximum number of uses that are counted per tag; enough to sort tags by use. */
const MAX_COUNTED_USES = 1_000

export function tagsStatement(scope: ChannelScope): SQL {
  return sql`
    select t.id, t.name from tags t
    left join lateral (select count(*) as uses from (
      select from customer_tags u where u.tag_id = t.id limit ${MAX_COUNTED_USES}) counted) u on true
    where ${scope.condition(sql`t.channel_key`)} order by u.uses desc, t.name_norm limit ${MAX_CHANNEL_TAGS}`
}

export async function listTags(db: Db, scope: ChannelScope): Promise<Tag[]> {
  return (await db.execute<TagRow>(tagsStatement(scope))).rows
}

export async function tagsOf(db: Db | Tx, customer: VisibleCustomer): Promise<Tag[]> {
  const found = await db.execute<TagRow>(sql`
    select t.id, t.name from customer_tags u join tags t on t.id = u.tag_id
    where u.customer_id = ${customer.id}::uuid order by u.created_at, t.name_norm`)
  return found.rows
}

/** Locks the channel's tags. Lock the customer afterwards; otherwise the customer's messages wait for this lock. */
export async function lockTags(tx: Tx, customer: VisibleCustomer): Promise<void> {
  const name = `tags of channel ${customer.head.channel_key}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** The caller must hold the lock of `lockTags`. */
export function countChannelTags(tx: Tx, { head }: VisibleCustomer): Promise<number> {
  return tx.$count(tags, eq(tags.channelKey, head.channel_key))
}

export async function findTag(tx: Tx, customer: VisibleCustomer, name: string): Promise<Tag | undefined> {
  const found = await tx.execute<TagRow>(sql`
    select id, name from tags where channel_key = ${customer.head.channel_key} and name_norm = ${normalizeText(name)}`)
  return found.rows[0]
}

export async function insertTag(tx: Tx, customer: VisibleCustomer, name: string, now: Date): Promise<Tag> {
  const made = await tx.execute<TagRow>(sql`
    insert into tags (channel_key, name, name_norm, created_at)
    values (${customer.head.channel_key}, ${name}, ${normalizeText(name)}, ${now.toISOString()}::timestamptz) returning id, name`)
  const [tag] = made.rows
  if (tag === undefined) throw new Error('no tag was inserted')
  return tag
}

export async function addTagToCustomer(
  tx: Tx,
  customer: VisibleCustomer,
  { tagId, staffId, now }: { tagId: string; staffId: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into customer_tags (customer_id, tag_id, staff_id, created_at)
    values (${customer.id}::uuid, ${tagId}::uuid, ${staffId}::uuid, ${now.toISOString()}::timestamptz) on conflict do nothing`)
}

/** Also deletes the tag after its last use. The caller must hold the lock of `lockTags`. */
export async function removeTagFromCustomer(
  tx: Tx,
  customer: VisibleCustomer,
  tagId: string,
): Promise<boolean> {
  const taken = await tx.execute(sql`
    delete from customer_tags where customer_id = ${customer.id}::uuid and tag_id = ${tagId}::uuid returning tag_id`)
  await tx.execute(sql`
    delete from tags t where t.id = ${tagId}::uuid and t.channel_key = ${customer.head.channel_key}
      and not exists (select from customer_tags u where u.tag_id = t.id)`)
  return taken.rows.length > 0
}
