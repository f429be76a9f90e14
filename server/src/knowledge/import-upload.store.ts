import { sql } from 'drizzle-orm'
import { IMPORT_MAX_BYTES } from 'shared/contract/constants.ts'
import type { Db } from '../db/client.ts'

/** Maximum number of uploads per staff member; older uploads are deleted. */
const MAX_UPLOADS_PER_STAFF = 2

export interface Upload {
  id: string
  parts: number
}

/** Stores or replaces a part of an upload. Returns false when the upload is too large or another person's. */
export async function storePart(
  db: Db,
  part: { uploadId: string; no: number; text: string },
  staffId: string,
  now: Date,
): Promise<boolean> {
  const { uploadId, no, text } = part
  await db.execute(sql`
    delete from knowledge_import_parts where staff_id = ${staffId}::uuid and upload_id <> ${uploadId}::uuid and upload_id not in (
      select upload_id from knowledge_import_parts where staff_id = ${staffId}::uuid and upload_id <> ${uploadId}::uuid
      group by upload_id order by max(at) desc limit ${MAX_UPLOADS_PER_STAFF - 1})`)
  const stored = await db.execute(sql`
    insert into knowledge_import_parts as p (upload_id, no, staff_id, text, at)
    select ${uploadId}::uuid, ${no}, ${staffId}::uuid, ${text}, ${now.toISOString()}::timestamptz
    where octet_length(${text}) + (
      select coalesce(sum(octet_length(text)), 0) from knowledge_import_parts
      where upload_id = ${uploadId}::uuid and no <> ${no}) <= ${IMPORT_MAX_BYTES}
    on conflict (upload_id, no) do update set text = excluded.text, at = excluded.at where p.staff_id = excluded.staff_id`)
  return stored.rowCount === 1
}

/** Returns an upload's length in characters; undefined when the upload is incomplete or another person's. */
export async function findUploadLength(
  db: Db,
  { id, parts }: Upload,
  staffId: string,
): Promise<number | undefined> {
  const found = await db.execute<{ parts: number; length: number }>(sql`
    select count(*)::int as parts, coalesce(sum(length(text)), 0)::int as length from knowledge_import_parts
    where upload_id = ${id}::uuid and staff_id = ${staffId}::uuid and no < ${parts}`)
  const [row] = found.rows
  return row?.parts === parts ? row.length : undefined
}

export async function readPart(db: Db, { id }: Upload, no: number): Promise<string | undefined> {
  const found = await db.execute<{ text: string }>(sql`
    select text from knowledge_import_parts where upload_id = ${id}::uuid and no = ${no}`)
  return found.rows[0]?.text
}

export async function removeUpload(db: Db, { id }: Upload): Promise<void> {
  await db.execute(sql`delete from knowledge_import_parts where upload_id = ${id}::uuid`)
}

const RETENTION_HOURS = 24

export async function removeOldParts(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from knowledge_import_parts where (upload_id, no) in (
      select upload_id, no from knowledge_import_parts
      where at < ${now.toISOString()}::timestamptz - make_interval(hours => ${RETENTION_HOURS}) limit ${limit})`)
  return removed.rowCount ?? 0
}
