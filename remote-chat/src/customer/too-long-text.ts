export function tooLongTexts(text: string, limit: number): string | undefined {
  if (text.length <= limit) return undefined
  return `ยาวเกินกว่าที่บันทึกได้ ${text.length.toLocaleString('en-US')}/${limit.toLocaleString('en-US')}`
}
