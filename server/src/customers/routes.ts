import type { FastifyInstance } from 'fastify'
import {
  createCustomerNote,
  deleteCustomerNote,
  updateCustomerNote,
} from 'shared/contract/customers/customer-notes.call.ts'
import {
  addCustomerTag,
  listTags as listTagsCall,
  removeCustomerTag,
} from 'shared/contract/customers/customer-tags.call.ts'
import { getCustomerCard } from 'shared/contract/customers/get-customer-card.call.ts'
import { listCustomerTickets } from 'shared/contract/customers/list-customer-tickets.call.ts'
import { listCustomers } from 'shared/contract/customers/list-customers.call.ts'
import { setVip as setVipCall } from 'shared/contract/customers/set-vip.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { requestedScope } from '../tickets/list-tickets.ts'
import { customerName } from '../tickets/ticket-customer.ts'
import { iso, ticketOf } from '../tickets/ticket-row.ts'
import { findVisibleCustomer } from './customer.store.ts'
import { addTag, createNote, deleteNote, readCard, removeTag, setVip, updateNote } from './customer-card.ts'
import { findCustomers, readListed } from './customer-list.store.ts'
import { readCustomerTickets } from './customer-tickets.store.ts'
import { publishCustomerTickets } from './publish-customer-tickets.ts'
import { listTags } from './tag.store.ts'

export async function customerRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  app.addHook('onClose', publishCustomerTickets(context))
  const { db } = context
  serveCall(app, getCustomerCard, async ({ signedIn, params }) =>
    readCard(db, signedIn, await findVisibleCustomer(db, signedIn.scope, params.id)),
  )
  serveCall(app, listCustomerTickets, async ({ signedIn, params, query: { before, limit } }) => {
    const customer = await findVisibleCustomer(db, signedIn.scope, params.id)
    const page = { viewerId: signedIn.staff.id, before, limit: limit + 1 }
    const rows = await readCustomerTickets(db, customer, page)
    return { items: rows.slice(0, limit).map(ticketOf), has_more: rows.length > limit }
  })
  serveCall(app, listCustomers, async ({ signedIn, query: { page, page_size: limit, ...query } }) => {
    const scope = requestedScope(signedIn, query.channel_key)
    const filter = { scope, isVip: query.vip, search: query.search }
    const { ids, total, hasMore } = await findCustomers(db, filter, { limit, offset: (page - 1) * limit })
    const rows = ids.length === 0 ? [] : await readListed(db, scope, ids)
    const items = rows.map((row) => ({
      ...row,
      display_name: customerName(row.display_name, row.line_user_id),
      created_at: iso(row.created_at),
      last_message_at: row.last_message_at && iso(row.last_message_at),
    }))
    return { items, total, has_more: hasMore }
  })
  serveCall(app, setVipCall, (request) => setVip(context, request))
  serveCall(app, listTagsCall, async ({ signedIn, query }) => ({
    items: await listTags(db, signedIn.scope.narrowTo([query.channel_key])),
  }))
  serveCall(app, addCustomerTag, (request) => addTag(context, request))
  serveCall(app, removeCustomerTag, (request) => removeTag(context, request))
  serveCall(app, createCustomerNote, (request) => createNote(context, request))
  serveCall(app, updateCustomerNote, (request) => updateNote(context, request))
  serveCall(app, deleteCustomerNote, (request) => deleteNote(context, request))
}
