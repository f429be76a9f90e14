export interface Viewport {
  name: 'desktop' | 'phone'
  width: number
  height: number
  theme: 'light' | 'dark'
}

/**
 * Window sizes of the tests, each with one of the two themes. A test runs in both sizes only where its steps or
 * checks depend on the layout.
 */
export const VIEWPORTS: readonly [desktop: Viewport, phone: Viewport] = [
  { name: 'desktop', width: 1440, height: 900, theme: 'light' },
  { name: 'phone', width: 390, height: 844, theme: 'dark' },
]
