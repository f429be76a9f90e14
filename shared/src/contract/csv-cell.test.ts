import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

test.each([
  '=1+1',
  '+66',
  '-1',
  '@SUM(A1)',
  ' =1+1',
  '\t=1',
  '\ttext',
  '\rtext',
  '\ntext',
  '\u200b=1',
  '\ufeff=1',
  '\u00a0=1',
  '＝1+1',
  '＋66',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '−1',
])('a CSV cell escapes %j, so that it is not a formula', (text) => {
  expect(csvCell(text)).toBe(`"'${text}"`)
})

test.each(['\0=1', '\0', '=\0'])('a CSV cell removes NUL from %j', (text) => {
  expect(csvCell(text)).toBe(`"'${text.replaceAll('\0', '')}"`)
})

test.each(['กข', 'a=b', 'a, b', 'ก\nข', '', 'Somchai;=1+1'])('a CSV cell contains %j unchanged', (text) => {
  expect(csvCell(text)).toBe(`"${text}"`)
})

test('a CSV cell doubles quotation marks', () => {
  expect(csvCell('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")"`)
})
