/** What a query key of this room may be of; each family begins with it. */
const ROOM = 'dashboard'

/** Numbers that have a list behind them: all of them are read again when such a list is. */
export const figuresFamilyKey = [ROOM, 'figures'] as const
export const overviewFamilyKey = [...figuresFamilyKey, 'overview'] as const
export const rankingFamilyKey = [...figuresFamilyKey, 'ranking'] as const
export const ownFamilyKey = [...figuresFamilyKey, 'own'] as const
/** The lists themselves. */
export const casesFamilyKey = [ROOM, 'cases'] as const

export const customersFamilyKey = [ROOM, 'customers'] as const
export const customerCasesFamilyKey = [ROOM, 'customer-cases'] as const
/** Behind its numbers. */
export const wallCasesFamilyKey = [ROOM, 'wall-cases'] as const
export const liveWallKey = [ROOM, 'live-wall'] as const
export const openingHoursKey = [ROOM, 'opening-hours'] as const
export const dashboardChannelsKey = [ROOM, 'channels'] as const
