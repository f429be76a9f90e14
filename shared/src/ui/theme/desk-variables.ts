import type { CSSVariablesResolver } from '@mantine/core'

/**
 * All colors of the light and the dark scheme; packages define no others. `desk-theme.test.ts` checks the contrast of
 * every pair in use.
 */
const COLORS = {
  page: ['#f6f7f5', '#101412'],
  surface: ['#fff', '#171d1a'],
  raised: ['#fff', '#222a26'],
  /** Background of tab lists, skeletons and closed tickets. */
  fill: ['#eceeea', '#242c28'],
  tab: ['#fff', '#3a453f'],
  hover: ['#f3f5f1', '#1f2723'],
  line: ['#e6e8e3', '#29312d'],
  /** Outline of controls, with a contrast of 3:1 to their surroundings. */
  'control-line': ['#868f89', '#66716b'],
  text: ['#18211c', '#e9eeeb'],
  'text-2': ['#55605a', '#a9b3ad'],
  'text-3': ['#68726c', '#8f9a94'],
  green: ['#178058', '#3fbf8c'],
  'green-hover': ['#126847', '#5ccc9f'],
  'green-tint': ['#e4f3ec', '#123a2a'],
  'green-tint-hover': ['#d6ecdf', '#154531'],
  'green-text': ['#126847', '#3fbf8c'],
  'on-green': ['#fff', '#0d1b14'],
  warn: ['#a15c00', '#f2b04d'],
  'warn-bg': ['#fff3dc', '#38290d'],
  'warn-bar': ['#d58a1c', '#f2b04d'],
  crit: ['#b3261e', '#ff8a80'],
  'crit-hover': ['#951d17', '#ffa49c'],
  'crit-bg': ['#fdeceb', '#421d1a'],
  'on-crit': ['#fff', '#2b0906'],
  new: ['#1f5fbf', '#8db7ff'],
  'new-bg': ['#e8f0fd', '#172848'],
  vip: ['#8a6100', '#f0cf5e'],
  'vip-bg': ['#fff4cc', '#3a2f10'],
  shadow: [
    '0 12px 32px -8px rgb(24 33 28 / 22%), 0 2px 6px rgb(24 33 28 / 8%)',
    '0 12px 32px -8px rgb(0 0 0 / 60%), 0 2px 6px rgb(0 0 0 / 40%)',
  ],
  'shadow-raised': ['0 1px 2px rgb(24 33 28 / 14%)', '0 1px 2px rgb(0 0 0 / 40%)'],
} satisfies Record<string, [light: string, dark: string]>

type Palette = Record<keyof typeof COLORS, string>

const paletteOf = (scheme: 0 | 1) =>
  Object.fromEntries(Object.entries(COLORS).map(([name, colors]) => [name, colors[scheme]])) as Palette

export const lightPalette = paletteOf(0)
export const darkPalette = paletteOf(1)

const paletteVariables = (palette: Palette) =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--desk-${name}`, value]))

const desk = (name: keyof Palette) => `var(--desk-${name})`

/** Mantine's gray shades, for Mantine components without a wrapper. */
const LIGHT_SHADES = {
  'gray-0': desk('hover'),
  'gray-1': desk('fill'),
  'gray-2': desk('fill'),
  'gray-3': desk('line'),
  'gray-4': desk('line'),
  'gray-5': desk('text-3'),
  'gray-6': desk('text-2'),
  'gray-7': desk('text-2'),
  'gray-8': desk('text'),
  'gray-9': desk('text'),
}
const DARK_SHADES = {
  'dark-0': desk('text'),
  'dark-1': desk('text-2'),
  'dark-2': desk('text-2'),
  'dark-3': desk('text-3'),
  'dark-4': desk('line'),
  'dark-5': desk('fill'),
  'dark-6': desk('raised'),
  'dark-7': desk('surface'),
  'dark-8': desk('page'),
  'dark-9': desk('page'),
}

const shadeVariables = (shades: Record<string, string>) =>
  Object.fromEntries(Object.entries(shades).map(([name, value]) => [`--mantine-color-${name}`, value]))

/**
 * Our CSS variables, and Mantine's variables that refer to them. They are written to `tokens.css` instead of being
 * created at run time: the page needs them before any script runs, and login does not use Mantine.
 */
export const deskVariables: CSSVariablesResolver = () => ({
  variables: {
    ...paletteVariables(lightPalette),
    '--desk-radius-control': '8px',
    '--desk-radius-card': '12px',
    '--desk-radius-bubble': '14px',
    '--desk-space-1': '4px',
    '--desk-space-2': '8px',
    '--desk-space-3': '12px',
    '--desk-space-4': '16px',
    '--desk-space-5': '20px',
    '--desk-space-6': '24px',
    '--desk-space-8': '32px',
    '--desk-font': '"Anuphan Variable", "Anuphan Fallback", "Noto Sans Thai", sans-serif',
    '--desk-font-mono': 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    'color-scheme': 'light',
    '--mantine-font-family': 'var(--desk-font)',
    '--mantine-font-family-monospace': 'var(--desk-font-mono)',
    '--mantine-font-family-headings': 'var(--desk-font)',
    '--mantine-radius-default': 'var(--desk-radius-control)',
    '--mantine-font-weight-medium': '550',
    '--mantine-font-weight-bold': '650',
    '--mantine-heading-font-weight': '650',
    '--mantine-font-size-xs': '12.5px',
    '--mantine-font-size-sm': '14px',
    '--mantine-font-size-md': '14px',
    '--mantine-font-size-lg': '17px',
    '--mantine-line-height': '1.55',
    '--mantine-line-height-xs': '1.5',
    '--mantine-line-height-sm': '1.55',
    '--mantine-line-height-md': '1.55',
    '--mantine-line-height-lg': '1.5',
    '--mantine-line-height-xl': '1.5',
    '--mantine-shadow-md': 'var(--desk-shadow)',
    '--mantine-shadow-lg': 'var(--desk-shadow)',
    '--mantine-shadow-xl': 'var(--desk-shadow)',
    '--mantine-primary-color-filled': 'var(--desk-green)',
    '--mantine-primary-color-filled-hover': 'var(--desk-green-hover)',
    '--mantine-primary-color-light': 'var(--desk-green-tint)',
    '--mantine-primary-color-light-hover': 'var(--desk-green-tint-hover)',
    '--mantine-primary-color-light-color': 'var(--desk-green-text)',
    '--mantine-primary-color-contrast': 'var(--desk-on-green)',
    '--mantine-color-body': 'var(--desk-surface)',
    '--mantine-color-text': 'var(--desk-text)',
    '--mantine-color-bright': 'var(--desk-text)',
    '--mantine-color-dimmed': 'var(--desk-text-2)',
    '--mantine-color-placeholder': 'var(--desk-text-3)',
    '--mantine-color-anchor': 'var(--desk-green-text)',
    '--mantine-color-error': 'var(--desk-crit)',
    '--mantine-color-success': 'var(--desk-green-text)',
    '--mantine-color-default': 'var(--desk-surface)',
    '--mantine-color-default-hover': 'var(--desk-hover)',
    '--mantine-color-default-color': 'var(--desk-text)',
    '--mantine-color-default-border': 'var(--desk-line)',
    '--mantine-color-disabled': 'var(--desk-fill)',
    '--mantine-color-disabled-color': 'var(--desk-text-3)',
    '--mantine-color-disabled-border': 'var(--desk-line)',
    ...shadeVariables(LIGHT_SHADES),
  },
  light: {},
  dark: { ...paletteVariables(darkPalette), 'color-scheme': 'dark', ...shadeVariables(DARK_SHADES) },
})

export function deskStyleSheet(): string {
  const { variables, dark } = deskVariables({} as Parameters<CSSVariablesResolver>[0])
  const block = (selector: string, values: Record<string, string>) =>
    `${selector} {\n${Object.entries(values)
      .map(([name, value]) => `  ${name}:${value.length > 90 ? '\n    ' : ' '}${value};\n`)
      .join('')}}\n`
  return `/* Generated from desk-variables.ts by desk-theme.test.ts (\`vitest -u\`). */\n${block(':root', variables)}\n${block(':root[data-mantine-color-scheme="dark"]', dark)}`
}
