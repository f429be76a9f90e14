import { sql } from 'drizzle-orm'
import type { KnowledgePage } from 'shared/contract/knowledge/pages.call.ts'
import type { Db, Tx } from '../db/client.ts'

/** Row of a page, with times in PostgreSQL's text format. */
export type PageRow = Required<KnowledgePage>

export async function listPages(db: Db, page: { limit: number; offset: number }): Promise<PageRow[]> {
  const found = await db.execute<PageRow>(sql`
    select id, source, url, left(split_part(ltrim(text), ${'\n'}, 1), 200) as title,
      url_cut as truncated, coalesce(url_read_at, created_at)::text as read_at, updated_at::text
    from knowledge_entries where url is not null and removed_at is null
    order by url_read_at desc, id desc limit ${page.limit} offset ${page.offset}`)
  return found.rows
}

export async function findByUrl(db: Db | Tx, url: string): Promise<string | undefined> {
  const found = await db.execute<{ id: string }>(sql`
    select id from knowledge_entries where url = ${url} and removed_at is null limit 1`)
  return found.rows[0]?.id
}

/** Returns another entry that has the page URL of one of the entries `ids`. */
export async function findOfSamePages(tx: Tx, ids: readonly string[]): Promise<string | undefined> {
  const found = await tx.execute<{ id: string }>(sql`
    select other.id from knowledge_entries e
    join knowledge_entries other on other.url = e.url and other.removed_at is null
    where e.id = any(${sql.param(ids)}::uuid[]) and other.id <> all(${sql.param(ids)}::uuid[]) limit 1`)
  return found.rows[0]?.id
}

/** Returns undefined when the entry does not exist or a person wrote it. */
export async function findPage(db: Db, id: string): Promise<{ url: string; version: number } | undefined> {
  const found = await db.execute<{ url: string; version: number }>(sql`
    select url, version from knowledge_entries where id = ${id}::uuid and url is not null and removed_at is null`)
  return found.rows[0]
}

export async function recordPageRead(
  tx: Tx,
  id: string,
  { url, isCut, now }: { url: string; isCut: boolean; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update knowledge_entries set url = ${url}, url_cut = ${isCut}, url_read_at = ${now.toISOString()}::timestamptz
    where id = ${id}::uuid`)
}
