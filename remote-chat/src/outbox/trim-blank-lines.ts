/** A text without the blank lines around it; spaces before its first word stay. */
export function trimBlankLines(text: string): string {
  const lines = text.split('\n')
  const hasText = (line: string) => line.trim() !== ''
  return lines.slice(lines.findIndex(hasText), lines.findLastIndex(hasText) + 1).join('\n')
}
