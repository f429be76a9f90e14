/** First element of this package's query keys. */
const PACKAGE = 'dashboard'

/** Metrics that have a ticket list; all of them are refetched together with such a list. */
export const metricsFamilyKey = [PACKAGE, 'figures'] as const
export const overviewFamilyKey = [...metricsFamilyKey, 'overview'] as const
export const rankingFamilyKey = [...metricsFamilyKey, 'ranking'] as const
export const ownFamilyKey = [...metricsFamilyKey, 'own'] as const
/** Ticket lists behind the metrics. */
export const ticketsFamilyKey = [PACKAGE, 'cases'] as const

export const customersFamilyKey = [PACKAGE, 'customers'] as const
export const customerTicketsFamilyKey = [PACKAGE, 'customer-tickets'] as const
/** Ticket lists behind the wallboard's counts. */
export const wallboardTicketsFamilyKey = [PACKAGE, 'wallboard-tickets'] as const
export const wallboardKey = [PACKAGE, 'wallboard'] as const
export const openingHoursKey = [PACKAGE, 'opening-hours'] as const
export const dashboardChannelsKey = [PACKAGE, 'channels'] as const
