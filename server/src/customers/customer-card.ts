import { MAX_CHANNEL_TAGS, MAX_CUSTOMER_NOTES, MAX_CUSTOMER_TAGS } from 'shared/contract/constants.ts'
import type { Customer } from 'shared/contract/customers/customer.ts'
import type { CustomerCard, CustomerNote } from 'shared/contract/customers/customer-card.ts'
import type {
  createCustomerNote,
  deleteCustomerNote,
  updateCustomerNote,
} from 'shared/contract/customers/customer-notes.call.ts'
import type { addCustomerTag, removeCustomerTag } from 'shared/contract/customers/customer-tags.call.ts'
import type { setVip as setVipCall } from 'shared/contract/customers/set-vip.call.ts'
import { publishEverywhere } from '../cluster-events.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { customerName } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'
import {
  findVisibleCustomer,
  lockVisibleCustomer,
  readElsewhere,
  type VisibleCustomer,
  writeVip,
} from './customer.store.ts'
import {
  addCustomerNote,
  type CustomerNoteRow,
  changeCustomerNote,
  emptyNote,
  findCustomerNote,
  hasNoteOf,
  notesOf,
} from './customer-note.store.ts'
import {
  addTagToCustomer,
  countChannelTags,
  findTag,
  insertTag,
  lockTags,
  removeTagFromCustomer,
  tagsOf,
} from './tag.store.ts'
import { checkTagName } from './tag-name.ts'

export function addTag(
  context: ServerContext,
  { signedIn, params, body }: CallRequest<typeof addCustomerTag>,
) {
  const now = context.now()
  const { name } = body
  checkTagName(name)
  const work = async (tx: Tx, customer: VisibleCustomer) => {
    const [known, own] = [await findTag(tx, customer, name), await tagsOf(tx, customer)]
    if (own.some((tag) => tag.id === known?.id)) return false
    if (own.length >= MAX_CUSTOMER_TAGS) throw full(MAX_CUSTOMER_TAGS)
    if (known === undefined && (await countChannelTags(tx, customer)) >= MAX_CHANNEL_TAGS)
      throw full(MAX_CHANNEL_TAGS)
    const tag = known ?? (await insertTag(tx, customer, name.trim(), now))
    await addTagToCustomer(tx, customer, { tagId: tag.id, staffId: signedIn.staff.id, now })
    return true
  }
  return change(context, signedIn, params.id, work, { locksTags: true })
}

export function removeTag(
  context: ServerContext,
  { signedIn, params }: CallRequest<typeof removeCustomerTag>,
) {
  const work = (tx: Tx, customer: VisibleCustomer) => removeTagFromCustomer(tx, customer, params.tag_id)
  return change(context, signedIn, params.id, work, { locksTags: true })
}

export function createNote(
  context: ServerContext,
  { signedIn, params, body: { text, client_id: clientId } }: CallRequest<typeof createCustomerNote>,
) {
  const now = context.now()
  return change(context, signedIn, params.id, async (tx, customer) => {
    if (await hasNoteOf(tx, customer, clientId)) return false
    if ((await notesOf(tx, customer)).length >= MAX_CUSTOMER_NOTES) throw full(MAX_CUSTOMER_NOTES)
    const note = { text: text.trim(), clientId, staffId: signedIn.staff.id, createdAt: now }
    await addCustomerNote(tx, customer, note)
    return true
  })
}

/** Throws `conflict` when the note has changed since the caller read it, so that no edit is lost. */
export function updateNote(
  context: ServerContext,
  { signedIn, params, body }: CallRequest<typeof updateCustomerNote>,
) {
  const now = context.now()
  return change(context, signedIn, params.id, async (tx, customer) => {
    const note = await findCustomerNote(tx, customer, params.note_id)
    if (!note || note.deletedAt !== null) throw new DeskError('not_found')
    const edit = { text: body.text.trim(), version: body.version, staffId: signedIn.staff.id, now }
    if (!(await changeCustomerNote(tx, customer, params.note_id, edit))) throw new DeskError('conflict')
    return true
  })
}

export function deleteNote(
  context: ServerContext,
  { signedIn, params }: CallRequest<typeof deleteCustomerNote>,
) {
  return change(context, signedIn, params.id, async (tx, customer) => {
    const note = await findCustomerNote(tx, customer, params.note_id)
    if (note === undefined) throw new DeskError('not_found')
    if (!mayRemove(signedIn, note.staffId)) throw new DeskError('forbidden')
    if (note.deletedAt !== null) return false
    await emptyNote(tx, params.note_id, context.now())
    return true
  })
}

/** Does not check the role, because the API call is for managers only. */
export async function setVip(
  context: ServerContext,
  { signedIn: { scope, staff }, params, body: { is_vip: isVip } }: CallRequest<typeof setVipCall>,
): Promise<Customer> {
  const now = context.now()
  const { customer, ticketId } = await inTransaction(context.db, async (tx) => {
    const customer = await lockVisibleCustomer(tx, scope, params.id)
    return { customer, ticketId: await writeVip(tx, customer, { isVip, staffId: staff.id, now }) }
  })
  if (customer.head.is_vip !== isVip) publish(context, customer, ticketId)
  return { ...customerOf(customer), is_vip: isVip }
}

/** `work` returns true when it changed something. The lock of the channel's tags must precede the customer's lock. */
async function change(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  work: (tx: Tx, customer: VisibleCustomer) => Promise<boolean>,
  { locksTags = false } = {},
): Promise<CustomerCard> {
  const { customer, card, isChanged } = await inTransaction(context.db, async (tx) => {
    if (locksTags) await lockTags(tx, await findVisibleCustomer(tx, signedIn.scope, id))
    const customer = await lockVisibleCustomer(tx, signedIn.scope, id)
    const isChanged = await work(tx, customer)
    return { customer, isChanged, card: await readCard(tx, signedIn, customer) }
  })
  if (isChanged) publish(context, customer)
  return card
}

function publish(context: ServerContext, customer: VisibleCustomer, ticketId?: string): void {
  publishEverywhere(context, {
    kind: 'customer_update',
    channelKey: customer.head.channel_key,
    customerId: customer.id,
    ticketId,
  })
}

const full = (limit: number) => new DeskError('customer_full', { limit })

function mayRemove({ staff }: SignedIn, writerId: string): boolean {
  return staff.id === writerId || staff.role === 'BUSINESS'
}

export async function readCard(
  db: Db | Tx,
  signedIn: SignedIn,
  customer: VisibleCustomer,
): Promise<CustomerCard> {
  const { head } = customer
  const elsewhere = await readElsewhere(db, signedIn.scope, customer)
  return {
    ...customerOf(customer),
    channel: { key: head.channel_key, name: head.channel_name },
    status_message: head.status_message,
    friendship: head.friendship,
    created_at: iso(head.created_at),
    tags: await tagsOf(db, customer),
    notes: (await notesOf(db, customer)).map((row) => noteOf(row, signedIn)),
    elsewhere: elsewhere.map((row) => ({ ...row, last_activity_at: iso(row.last_activity_at) })),
  }
}

function customerOf({ id, head }: VisibleCustomer): Customer {
  return {
    id,
    display_name: customerName(head.display_name, head.line_user_id),
    picture_url: head.picture_url,
    line_user_id: head.line_user_id,
    is_vip: head.is_vip,
  }
}

function noteOf(row: CustomerNoteRow, signedIn: SignedIn): CustomerNote {
  return {
    ...row,
    created_at: iso(row.created_at),
    edited_at: row.edited_at === null ? null : iso(row.edited_at),
    can_remove: mayRemove(signedIn, row.staff.id),
  }
}
