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
import { listCustomers as listCustomersCall } from 'shared/contract/customers/list-customers.call.ts'
import { setVip as setVipCall } from 'shared/contract/customers/set-vip.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { findVisibleCustomer } from './customer.store.ts'
import { addTag, createNote, deleteNote, readCard, removeTag, setVip, updateNote } from './customer-card.ts'
import { readCustomerTickets } from './customer-tickets.store.ts'
import { listCustomers } from './list-customers.ts'
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
  serveCall(app, listCustomersCall, (request) => listCustomers(context, request))
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
