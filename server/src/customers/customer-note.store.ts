import { sql } from 'drizzle-orm'
import type { CustomerNote } from 'shared/contract/customers/customer-card.ts'
import type { Db, Tx } from '../db/client.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import type { VisibleCustomer } from './customer.store.ts'

export type CustomerNoteRow = Omit<CustomerNote, 'created_at' | 'edited_at' | 'can_remove'> & {
  created_at: string | Date
  edited_at: string | Date | null
}

export async function notesOf(db: Db | Tx, customer: VisibleCustomer): Promise<CustomerNoteRow[]> {
  const found = await db.execute<CustomerNoteRow>(sql`
    select n.id, n.text, n.version, n.created_at, n.edited_at, ${staffMemberJson('s')} as staff, ${staffMemberJson('e')} as edited_by
    from customer_notes n join staff s on s.id = n.staff_id left join staff e on e.id = n.edited_by_id
    where n.customer_id = ${customer.id}::uuid and n.deleted_at is null order by n.created_at desc, n.id desc`)
  return found.rows
}

export async function hasNoteOf(tx: Tx, customer: VisibleCustomer, clientId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select from customer_notes n where n.customer_id = ${customer.id}::uuid and n.client_id = ${clientId}`)
  return found.rows.length > 0
}

export async function addCustomerNote(
  tx: Tx,
  customer: VisibleCustomer,
  note: { text: string; clientId: string; staffId: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into customer_notes (customer_id, staff_id, client_id, text, created_at)
    values (${customer.id}::uuid, ${note.staffId}::uuid, ${note.clientId}, ${note.text}, ${note.now.toISOString()}::timestamptz)`)
}

/** Returns false when the note was deleted or its version has changed. */
export async function changeCustomerNote(
  tx: Tx,
  customer: VisibleCustomer,
  noteId: string,
  edit: { text: string; version: number; staffId: string; now: Date },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update customer_notes n set text = ${edit.text}, version = n.version + 1, edited_by_id = ${edit.staffId}::uuid,
      edited_at = ${edit.now.toISOString()}::timestamptz
    where n.id = ${noteId}::uuid and n.customer_id = ${customer.id}::uuid and n.deleted_at is null and n.version = ${edit.version}::bigint
    returning n.id`)
  return changed.rows.length > 0
}

export async function findCustomerNote(
  tx: Tx,
  customer: VisibleCustomer,
  noteId: string,
): Promise<{ staffId: string; isDeleted: boolean } | undefined> {
  const found = await tx.execute<{ staff_id: string; is_deleted: boolean }>(sql`
    select n.staff_id, n.deleted_at is not null as is_deleted from customer_notes n
    where n.id = ${noteId}::uuid and n.customer_id = ${customer.id}::uuid`)
  const [row] = found.rows
  return row && { staffId: row.staff_id, isDeleted: row.is_deleted }
}

export async function emptyNote(tx: Tx, noteId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update customer_notes set text = null, version = version + 1, deleted_at = ${now.toISOString()}::timestamptz
    where id = ${noteId}::uuid and deleted_at is null`)
}
