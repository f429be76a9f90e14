import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type Path } from 'fontkit'

const require = createRequire(import.meta.url)

function openFont(subset: string): Font {
  const file = require.resolve(`@fontsource-variable/anuphan/files/anuphan-${subset}-wght-normal.woff2`)
  const font = create(readFileSync(file))
  if ('fonts' in font) throw new Error(`${file} is a font collection`)
  return font
}

let fonts: Font[] | undefined

/** Splits a text into runs of one font. Characters without a glyph in any font (such as emoji) are omitted. */
function runsOf(text: string): { font: Font; text: string }[] {
  fonts ??= ['thai', 'latin'].map(openFont)
  const runs: { font: Font; text: string }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const has = (font: Font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    const font = last && has(last.font) ? last.font : fonts.find(has)
    if (!font) continue
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

export interface TextBox {
  x: number
  y: number
  size: number
  /** Position of the line relative to `x`. Default: `x` is the start of the line. */
  align?: 'start' | 'middle' | 'end'
}

export function textOutlines(text: string, { x, y, size, align = 'start' }: TextBox): Path[] {
  const runs = runsOf(text).map(({ font, text }) => ({
    run: font.layout(text),
    unit: size / font.unitsPerEm,
  }))
  const width = runs.reduce((sum, { run, unit }) => sum + run.advanceWidth * unit, 0)
  let pen = x - { start: 0, middle: width / 2, end: width }[align]
  return runs.flatMap(({ run: { glyphs, positions }, unit }) =>
    glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
      // Mirrors the glyph, because the y axis points upwards in fonts.
      const outline = glyph.path.transform(unit, 0, 0, -unit, pen + xOffset * unit, y - yOffset * unit)
      pen += xAdvance * unit
      return outline
    }),
  )
}
