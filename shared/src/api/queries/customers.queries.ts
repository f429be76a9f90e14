import {
  createCustomerNote,
  deleteCustomerNote,
  updateCustomerNote,
} from '../../contract/customers/customer-notes.call.ts'
import { addCustomerTag, listTags, removeCustomerTag } from '../../contract/customers/customer-tags.call.ts'
import { getCustomerCard } from '../../contract/customers/get-customer-card.call.ts'
import { listCustomerTickets } from '../../contract/customers/list-customer-tickets.call.ts'
import { setVip } from '../../contract/customers/set-vip.call.ts'
import type { ResponseOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'

export function fetchCustomer(id: string, signal?: AbortSignal) {
  return deskApi.call(getCustomerCard, { params: { id }, signal })
}

export type CustomerTickets = ResponseOf<typeof listCustomerTickets>

/** Fetches a customer's tickets, latest opened first. `before` is a ticket id: only tickets opened earlier. */
export function fetchCustomerTickets(
  id: string,
  query: { before?: string; limit?: number },
  signal?: AbortSignal,
) {
  return deskApi.call(listCustomerTickets, { params: { id }, query, signal })
}

export async function fetchTags(channel_key: string, signal?: AbortSignal) {
  return (await deskApi.call(listTags, { query: { channel_key }, signal })).items
}

export function postTag(id: string, name: string) {
  return deskApi.call(addCustomerTag, { params: { id }, body: { name } })
}

export function removeTag(id: string, tag_id: string) {
  return deskApi.call(removeCustomerTag, { params: { id, tag_id } })
}

export function postCustomerNote(id: string, body: { text: string; client_id: string }) {
  return deskApi.call(createCustomerNote, { params: { id }, body })
}

/** Fails with `conflict` when the note has changed since `version`. */
export function putCustomerNote(id: string, note_id: string, body: { text: string; version: number }) {
  return deskApi.call(updateCustomerNote, { params: { id, note_id }, body })
}

export function removeCustomerNote(id: string, note_id: string) {
  return deskApi.call(deleteCustomerNote, { params: { id, note_id } })
}

export function postVip(id: string, is_vip: boolean) {
  return deskApi.call(setVip, { params: { id }, body: { is_vip } })
}
