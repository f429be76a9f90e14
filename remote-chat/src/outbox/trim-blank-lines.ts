/** Removes blank lines around a text; keeps spaces before its first word. */
export function trimBlankLines(text: string): string {
  const lines = text.split('\n')
  const hasText = (line: string) => line.trim() !== ''
  return lines.slice(lines.findIndex(hasText), lines.findLastIndex(hasText) + 1).join('\n')
}
