import type { ServerContext } from '../server-context.ts'
import { findHandedOver } from '../tickets/handed-over.store.ts'
import type { Client } from './sockets.ts'

/** Tells these sockets which cases changed hands while they were not there to hear it; who was told knows each by its line. */
export function tellHandedOver({ db, now, availability }: ServerContext, clients: readonly Client[]): void {
  if (clients.length === 0) return
  const staffIds = clients.map(({ signedIn }) => signedIn.staff.id)
  findHandedOver(db, staffIds, now()).then(
    (found) => {
      for (const { staffId, handedOver: data } of found)
        for (const client of clients) {
          const { staff, scope } = client.signedIn
          if (staff.id === staffId && scope.includes(data.channel_key))
            client.send({ type: 'handed_over', data })
        }
    },
    (error) => availability.warn(error, 'cases that changed hands were not told to a new socket'),
  )
}
