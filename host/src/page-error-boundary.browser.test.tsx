import { useState } from 'react'
import { render } from 'shared/testing/render.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'

function Title() {
  const [isShort, setShort] = useState(false)
  return (
    <p>
      {isShort ? null : 'long '}
      <button type="button" onClick={() => setShort(true)}>
        shorten
      </button>
    </p>
  )
}

test('remounts the page after a foreign script moved nodes of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await render(
    <PageErrorBoundary>
      <Title />
    </PageErrorBoundary>,
  )
  const text = page.getByText(/long/).element().firstChild as Text
  const wrapper = document.createElement('font')
  text.replaceWith(wrapper)
  wrapper.append(text.data)
  await page.getByRole('button', { name: 'shorten' }).click()
  await expect.element(page.getByRole('heading', { name: 'ระบบเกิดข้อผิดพลาด' })).toBeVisible()
  await expect.element(page.getByText(/ปิดการแปลหน้าเว็บ/)).toBeVisible()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(page.getByText(/long/)).toBeVisible()
})

test('the error screen mentions page translation only after a foreign script moved nodes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = (): never => {
    throw new TypeError('x is null')
  }
  await render(
    <PageErrorBoundary>
      <Broken />
    </PageErrorBoundary>,
  )
  await expect.element(page.getByText('กรุณาตรวจสอบการเชื่อมต่อแล้วลองใหม่อีกครั้ง')).toBeVisible()
})
