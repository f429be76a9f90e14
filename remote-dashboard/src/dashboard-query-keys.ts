const KEY_PREFIX = 'dashboard'

/** Query key of all metrics that have a ticket list. They are refetched together when one of the lists is loaded. */
export const metricsFamilyKey = [KEY_PREFIX, 'metrics'] as const
export const overviewFamilyKey = [...metricsFamilyKey, 'overview'] as const
export const rankingFamilyKey = [...metricsFamilyKey, 'ranking'] as const
export const ownFamilyKey = [...metricsFamilyKey, 'own'] as const
export const ticketsFamilyKey = [KEY_PREFIX, 'tickets'] as const

export const customersFamilyKey = [KEY_PREFIX, 'customers'] as const
export const customerTicketsFamilyKey = [KEY_PREFIX, 'customer-tickets'] as const
export const wallboardTicketsFamilyKey = [KEY_PREFIX, 'wallboard-tickets'] as const
export const wallboardKey = [KEY_PREFIX, 'wallboard'] as const
export const openingHoursKey = [KEY_PREFIX, 'opening-hours'] as const
export const dashboardChannelsKey = [KEY_PREFIX, 'channels'] as const
