import type { FastifyInstance } from 'fastify'
import {
  createCustomerNote,
  deleteCustomerNote,
  updateCustomerNote,
} from 'shared/contract/customers/customer-notes.call.ts'
import { addCustomerTag, listTags, removeCustomerTag } from 'shared/contract/customers/customer-tags.call.ts'
import { getCustomerCard } from 'shared/contract/customers/get-customer-card.call.ts'
import { listCustomerTickets } from 'shared/contract/customers/list-customer-tickets.call.ts'
import { listCustomers as listCustomersCall } from 'shared/contract/customers/list-customers.call.ts'
import { setVip as setVipCall } from 'shared/contract/customers/set-vip.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import {
  addTag,
  createNote,
  deleteNote,
  getCard,
  listTickets,
  readTags,
  removeTag,
  setVip,
  updateNote,
} from './customer-card.ts'
import { listCustomers } from './list-customers.ts'
import { publishCustomerTickets } from './publish-customer-tickets.ts'

export async function customerRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  app.addHook('onClose', publishCustomerTickets(context))
  serveCall(app, getCustomerCard, ({ signedIn, params }) => getCard(context, signedIn, params.id))
  serveCall(app, listCustomerTickets, ({ signedIn, params, query }) =>
    listTickets(context, signedIn, params.id, query),
  )
  serveCall(app, listCustomersCall, ({ signedIn, query }) => listCustomers(context, signedIn, query))
  serveCall(app, setVipCall, ({ signedIn, params, body }) =>
    setVip(context, signedIn, params.id, body.is_vip),
  )
  serveCall(app, listTags, ({ signedIn, query }) => readTags(context, signedIn, query.channel_key))
  serveCall(app, addCustomerTag, ({ signedIn, params, body }) =>
    addTag(context, signedIn, params.id, body.name),
  )
  serveCall(app, removeCustomerTag, ({ signedIn, params }) =>
    removeTag(context, signedIn, params.id, params.tag_id),
  )
  serveCall(app, createCustomerNote, ({ signedIn, params, body }) =>
    createNote(context, signedIn, params.id, body),
  )
  serveCall(app, updateCustomerNote, ({ signedIn, params, body }) =>
    updateNote(context, signedIn, params, body),
  )
  serveCall(app, deleteCustomerNote, ({ signedIn, params }) => deleteNote(context, signedIn, params))
}
