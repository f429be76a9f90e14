import type { ResponseOf } from '../../contract/define-call.ts'
import { listAgents } from '../../contract/staff/list-agents.call.ts'
import { listTransferTargets } from '../../contract/staff/list-transfer-targets.call.ts'
import {
  listAssignmentChanges,
  transferTicket,
  unassignOwnTickets,
  unassignTicket,
} from '../../contract/tickets/change-assignee.call.ts'
import { deskApi } from '../desk-api.ts'

export async function fetchChannelAgents(channel_key: string) {
  return (await deskApi.call(listAgents, { query: { channel_key } })).items
}

export async function fetchTransferTargets(channel_key: string) {
  return (await deskApi.call(listTransferTargets, { query: { channel_key } })).items
}

/** `from` is the assignee that the user sees. Fails with `assignee_changed` when the assignee is different now. */
export function postTransfer(id: string, body: { from: string; to: string; reason?: string }) {
  return deskApi.call(transferTicket, { params: { id }, body })
}

export function postUnassign(id: string, body: { from: string; reason: string }) {
  return deskApi.call(unassignTicket, { params: { id }, body })
}

export type UnassignedTickets = ResponseOf<typeof unassignOwnTickets>

export function postUnassignOwn(reason: string) {
  return deskApi.call(unassignOwnTickets, { body: { reason } })
}

/** Fetches recent assignment changes. A new socket also receives them as `assignment_changed` events. */
export async function fetchAssignmentChanges(signal: AbortSignal) {
  return (await deskApi.call(listAssignmentChanges, { signal })).items
}
