import { IMPORT_PART_LENGTH } from 'shared/contract/constants.ts'

/** Splits a text into parts of at most `length` UTF-16 code units, at line ends if possible, never in a character. */
export function partsOf(text: string, length = IMPORT_PART_LENGTH): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = endOfPart(text, from, length)
    parts.push(text.slice(from, end))
    from = end
  }
  return parts
}

function endOfPart(text: string, from: number, length: number): number {
  const limit = from + length
  if (limit >= text.length) return text.length
  const line = text.lastIndexOf('\n', limit - 1) + 1
  if (line > from + length / 2) return line
  const isInsidePair =
    /[\ud800-\udbff]/.test(text.charAt(limit - 1)) && /[\udc00-\udfff]/.test(text.charAt(limit))
  return isInsidePair && limit - 1 > from ? limit - 1 : limit
}
