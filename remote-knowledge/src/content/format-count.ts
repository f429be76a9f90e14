const NUMBER = new Intl.NumberFormat('th-TH')

/** Formats a count, for example `12,345`. */
export const formatCount = (count: number): string => NUMBER.format(count)
