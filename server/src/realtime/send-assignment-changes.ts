import type { ServerContext } from '../server-context.ts'
import { findAssignmentChanges } from '../tickets/assignment-change.store.ts'
import type { Client } from './sockets.ts'

/** Sends recent assignment changes to sockets; clients ignore those that they already have. */
export function sendAssignmentChanges(
  { db, now, availability }: ServerContext,
  clients: readonly Client[],
): void {
  if (clients.length === 0) return
  const staffIds = clients.map(({ signedIn }) => signedIn.staff.id)
  findAssignmentChanges(db, staffIds, now()).then(
    (found) => {
      for (const { staffId, assignmentChange: data } of found)
        for (const client of clients) {
          const { staff, scope } = client.signedIn
          if (staff.id === staffId && scope.includes(data.channel_key))
            client.send({ type: 'assignment_changed', data })
        }
    },
    (error) => availability.warn(error, 'reassigned tickets could not be sent to a new socket'),
  )
}
