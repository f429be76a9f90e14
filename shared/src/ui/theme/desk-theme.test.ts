import { expect, test } from 'vitest'
import { darkPalette, deskStyleSheet, lightPalette } from './desk-variables.ts'

test('tokens.css matches the theme', async () => {
  await expect(deskStyleSheet()).toMatchFileSnapshot('./tokens.css')
})

/** Returns the relative luminance of a color as defined by WCAG 2. */
function luminance(color: string): number {
  const hex = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

type Name = keyof typeof lightPalette
type Pair = [front: Name, ground: Name]

const TEXT_PAIRS: Pair[] = [
  ...(['page', 'surface', 'raised', 'hover', 'fill'] as const).flatMap((ground): Pair[] => [
    ['text', ground],
    ['text-2', ground],
  ]),
  ...(['page', 'surface', 'raised', 'hover'] as const).map((ground): Pair => ['text-3', ground]),
  ...(['green-tint', 'green-tint-hover', 'surface', 'page'] as const).map(
    (ground): Pair => ['green-text', ground],
  ),
  ['text', 'tab'],
  ['text', 'green-tint'],
  ['text-2', 'green-tint'],
  ['on-green', 'green'],
  ['on-green', 'green-hover'],
  ['on-crit', 'crit'],
  ['on-crit', 'crit-hover'],
  ...(['warn', 'crit', 'new', 'vip'] as const).flatMap((tone): Pair[] => [
    [tone, `${tone}-bg`],
    [tone, 'surface'],
  ]),
  ['text', 'vip-bg'],
  ['text-2', 'vip-bg'],
]

const CONTROL_PAIRS: Pair[] = [
  ['control-line', 'surface'],
  ['control-line', 'page'],
  ['green', 'surface'],
  ['green', 'page'],
]

test.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('text in %s has a contrast of at least 4.5:1, controls 3:1', (_scheme, palette) => {
  const weak = [
    ...TEXT_PAIRS.map((pair) => ({ pair, least: 4.5 })),
    ...CONTROL_PAIRS.map((pair) => ({ pair, least: 3 })),
  ].flatMap(({ pair: [front, ground], least }) => {
    const found = contrast(palette[front], palette[ground])
    return found >= least ? [] : [`${front} on ${ground}: ${found.toFixed(2)}`]
  })
  expect(weak).toEqual([])
})
