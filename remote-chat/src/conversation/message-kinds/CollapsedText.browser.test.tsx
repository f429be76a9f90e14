import { render } from 'shared/testing/render.ts'
import { ThemeProvider } from 'shared/ui'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { TextMessage } from './TextMessage.tsx'

const draw = (text: string, width: number) =>
  render(
    <ThemeProvider>
      <div style={{ width }}>
        <TextMessage text={text} />
      </div>
    </ThemeProvider>,
  )
const lines = (count: number) => Array.from({ length: count }, (_, line) => `บรรทัดที่ ${line + 1}`).join('\n')
const more = page.getByRole('button', { name: 'แสดงเพิ่มเติม' })

test.each([
  ['21 lines', lines(21), 300],
  ['paragraphs of more than 20 lines', 'ตรวจสอบยอดเงินให้แล้วนะคะ '.repeat(60), 240],
])('%s are collapsed, and can be expanded and collapsed again', async (_, text, width) => {
  const { container } = await draw(text, width)
  const words = () => container.querySelector('p')
  await expect.element(more).toBeVisible()
  const folded = words()?.clientHeight ?? 0
  const lineHeight = Number.parseFloat(getComputedStyle(words() ?? container).lineHeight)
  expect(Math.round(folded / lineHeight)).toBe(20)
  await more.click()
  await expect.poll(() => words()?.clientHeight).toBeGreaterThan(folded)
  await page.getByRole('button', { name: 'ย่อ' }).click()
  await expect.poll(() => words()?.clientHeight).toBe(folded)
})

test.each([
  ['20 lines', lines(20), 300],
  ['long texts in few lines', 'ตรวจสอบยอดเงินให้แล้วนะคะ '.repeat(20), 900],
])('%s are shown completely', async (_, text, width) => {
  const { container } = await draw(text, width)
  await expect.poll(() => container.querySelector('p')?.clientHeight).toBeGreaterThan(0)
  await expect.element(more).not.toBeInTheDocument()
})
