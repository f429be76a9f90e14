import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { flattened, type Outlines, type Point } from './canvas.ts'

const require = createRequire(import.meta.url)

function openFont(subset: string): Font {
  const file = require.resolve(`@fontsource-variable/anuphan/files/anuphan-${subset}-wght-normal.woff2`)
  const font = create(readFileSync(file))
  if ('fonts' in font) throw new Error(`${file} is a collection of fonts`)
  return font
}

let fonts: Font[] | undefined

/** Runs of the text that one font can write. What none of them has (an emoji in a name) is left out. */
function runsOf(text: string): { font: Font; text: string }[] {
  fonts ??= ['thai', 'latin'].map(openFont)
  const runs: { font: Font; text: string }[] = []
  for (const sign of text) {
    const last = runs.at(-1)
    const has = (font: Font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
    const font = last && has(last.font) ? last.font : fonts.find(has)
    if (!font) continue
    if (last?.font === font) last.text += sign
    else runs.push({ font, text: sign })
  }
  return runs
}

/**
 * The outlines of a line of text in the desk's font, Thai marks in their places. `size` is the height of an em; with `align` the line
 * begins, ends or has its middle at `x`. `y` is the baseline.
 */
export function textOutlines(
  text: string,
  place: { x: number; y: number; size: number; align?: 'start' | 'middle' | 'end' },
): Outlines {
  const outlines: Point[][] = []
  let pen = 0
  for (const run of runsOf(text)) {
    const unit = place.size / run.font.unitsPerEm
    const { glyphs, positions } = run.font.layout(run.text)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
      const at = (x = 0, y = 0): Point => [pen + (x + xOffset) * unit, place.y - (y + yOffset) * unit]
      let outline: Point[] = []
      for (const { command, args } of glyph.path.commands) {
        const points = Array.from({ length: args.length / 2 }, (_, pair) =>
          at(args[pair * 2], args[pair * 2 + 1]),
        )
        if (command === 'moveTo') {
          outline = [...points]
          outlines.push(outline)
        } else if (command === 'lineTo') outline.push(...points)
        else if (command !== 'closePath') outline.push(...flattened([outline.at(-1) ?? at(), ...points]))
      }
      pen += xAdvance * unit
    }
  }
  const shift = place.x - { start: 0, middle: pen / 2, end: pen }[place.align ?? 'start']
  return outlines.map((outline) => outline.map(([x, y]): Point => [x + shift, y]))
}
