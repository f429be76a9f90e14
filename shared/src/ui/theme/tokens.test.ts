import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

function tokensOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--desk-([\w-]+):\s*(#[0-9a-f]{3,6});/g)].map(([, name, color]) => [name, color]),
  )
}

const [, lightBlock = '', darkBlock = ''] = css.split(/^:root/m)
const light = tokensOf(lightBlock)
const dark = { ...light, ...tokensOf(darkBlock) }

/** Relative luminance as WCAG 2 defines it. */
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

const TEXT_PAIRS: [string, string][] = [
  ...['page', 'surface', 'raised', 'hover', 'fill'].flatMap((ground): [string, string][] => [
    ['text', ground],
    ['text-2', ground],
  ]),
  ...['page', 'surface', 'raised'].map((ground): [string, string] => ['text-3', ground]),
  ...['green-tint', 'green-tint-hover', 'surface', 'page'].map((ground): [string, string] => [
    'green-text',
    ground,
  ]),
  ['text', 'tab'],
  ['text', 'green-tint'],
  ['text-2', 'green-tint'],
  ['on-green', 'green'],
  ['on-green', 'green-hover'],
  ['on-crit', 'crit'],
  ['on-crit', 'crit-hover'],
  ...['warn', 'crit', 'new', 'vip'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-bg`],
    [tone, 'surface'],
  ]),
  ['text', 'vip-bg'],
  ['text-2', 'vip-bg'],
]

const CONTROL_PAIRS: [string, string][] = [
  ['control-line', 'surface'],
  ['control-line', 'page'],
  ['green', 'surface'],
  ['green', 'page'],
]

test.each([
  ['light', light],
  ['dark', dark],
])('text in %s has a contrast of at least 4.5:1, controls 3:1', (_theme, tokens) => {
  const weak = [
    ...TEXT_PAIRS.map((pair) => ({ pair, least: 4.5 })),
    ...CONTROL_PAIRS.map((pair) => ({ pair, least: 3 })),
  ].flatMap(({ pair: [front, ground], least }) => {
    const found = contrast(tokens[front] ?? '', tokens[ground] ?? '')
    return found >= least ? [] : [`${front} on ${ground}: ${found.toFixed(2)}`]
  })
  expect(weak).toEqual([])
})
