const NUMBER = new Intl.NumberFormat('th-TH')

/** `12,345`. */
export const formatCount = (count: number): string => NUMBER.format(count)
