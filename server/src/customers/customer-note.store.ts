import { and, eq, sql } from 'drizzle-orm'
import type { CustomerNote } from 'shared/contract/customers/customer-card.ts'
import type { Db, Tx } from '../db/client.ts'
import { customerNotes } from '../db/customer-schema.ts'
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

export async function hasNoteOf(tx: Tx, { id }: VisibleCustomer, clientId: string): Promise<boolean> {
  const isSame = and(eq(customerNotes.customerId, id), eq(customerNotes.clientId, clientId))
  return (await tx.$count(customerNotes, isSame)) > 0
}

export async function addCustomerNote(
  tx: Tx,
  { id: customerId }: VisibleCustomer,
  note: Pick<typeof customerNotes.$inferInsert, 'text' | 'clientId' | 'staffId' | 'createdAt'>,
): Promise<void> {
  await tx.insert(customerNotes).values({ customerId, ...note })
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

export async function findCustomerNote(tx: Tx, { id: customerId }: VisibleCustomer, noteId: string) {
  const isNote = and(eq(customerNotes.id, noteId), eq(customerNotes.customerId, customerId))
  const [note] = await tx.select().from(customerNotes).where(isNote)
  return note
}

export async function emptyNote(tx: Tx, noteId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update customer_notes set text = null, version = version + 1, deleted_at = ${now.toISOString()}::timestamptz
    where id = ${noteId}::uuid and deleted_at is null`)
}
