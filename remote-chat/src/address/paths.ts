/** Where the room's pages stand. `ticket` is followed by a ticket's id and shows it beside one's own tickets. */
export const PATHS = { queue: '/chat-queue', mine: '/my-tickets', ticket: '/my-ticket' } as const
