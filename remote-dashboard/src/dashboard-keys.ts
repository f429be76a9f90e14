/** First element of this package's query keys. */
const ROOM = 'dashboard'

/** Metrics that have a ticket list; all of them are refetched together with such a list. */
export const metricsFamilyKey = [ROOM, 'figures'] as const
export const overviewFamilyKey = [...metricsFamilyKey, 'overview'] as const
export const rankingFamilyKey = [...metricsFamilyKey, 'ranking'] as const
export const ownFamilyKey = [...metricsFamilyKey, 'own'] as const
/** Ticket lists behind the metrics. */
export const ticketsFamilyKey = [ROOM, 'cases'] as const

export const customersFamilyKey = [ROOM, 'customers'] as const
export const customerTicketsFamilyKey = [ROOM, 'customer-tickets'] as const
/** Ticket lists behind the wallboard's counts. */
export const wallboardTicketsFamilyKey = [ROOM, 'wallboard-tickets'] as const
export const wallboardKey = [ROOM, 'wallboard'] as const
export const openingHoursKey = [ROOM, 'opening-hours'] as const
export const dashboardChannelsKey = [ROOM, 'channels'] as const
