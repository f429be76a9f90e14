/** The sizes in which the story of a screen is told, each in one of the two themes. */
export const SIZES = [
  { name: 'desktop', width: 1440, height: 900, theme: 'light' },
  { name: 'phone', width: 390, height: 844, theme: 'dark' },
] as const

export type Size = (typeof SIZES)[number]
