/** Returns the error text for a text that is longer than the limit; the text itself is not truncated. */
export function tooLongTexts(text: string, limit: number): string | undefined {
  if (text.length <= limit) return undefined
  return `ยาวเกินกว่าที่บันทึกได้ ${text.length.toLocaleString('en-US')}/${limit.toLocaleString('en-US')}`
}
