const NUMBER = new Intl.NumberFormat('th-TH')

export const formatCount = (count: number): string => NUMBER.format(count)
