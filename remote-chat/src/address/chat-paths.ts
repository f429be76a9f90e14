/** The path `ticket` is followed by a ticket id and shows that ticket next to the user's own tickets. */
export const PATHS = { queue: '/chat-queue', mine: '/my-tickets', ticket: '/my-ticket' } as const
