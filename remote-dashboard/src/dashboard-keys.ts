/** First element of this package's query keys. */
const KEY_PREFIX = 'dashboard'

/** Metrics that have a ticket list; all of them are refetched together with such a list. */
export const metricsFamilyKey = [KEY_PREFIX, 'metrics'] as const
export const overviewFamilyKey = [...metricsFamilyKey, 'overview'] as const
export const rankingFamilyKey = [...metricsFamilyKey, 'ranking'] as const
export const ownFamilyKey = [...metricsFamilyKey, 'own'] as const
/** Ticket lists behind the metrics. */
export const ticketsFamilyKey = [KEY_PREFIX, 'tickets'] as const

export const customersFamilyKey = [KEY_PREFIX, 'customers'] as const
export const customerTicketsFamilyKey = [KEY_PREFIX, 'customer-tickets'] as const
/** Ticket lists behind the wallboard's counts. */
export const wallboardTicketsFamilyKey = [KEY_PREFIX, 'wallboard-tickets'] as const
export const wallboardKey = [KEY_PREFIX, 'wallboard'] as const
export const openingHoursKey = [KEY_PREFIX, 'opening-hours'] as const
export const dashboardChannelsKey = [KEY_PREFIX, 'channels'] as const
