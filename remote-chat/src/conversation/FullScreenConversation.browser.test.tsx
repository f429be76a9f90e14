import { render } from 'shared/testing/render.ts'
import { ThemeProvider } from 'shared/ui'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FullScreenConversation } from './FullScreenConversation.tsx'

const close = vi.fn()
let inside: HTMLElement

beforeEach(async () => {
  await page.viewport(390, 844)
  close.mockClear()
  history.replaceState(null, '', '#chat')
  const screen = await render(
    <ThemeProvider>
      <FullScreenConversation label="แชท" onClose={close}>
        <p>ข้อความ</p>
      </FullScreenConversation>
    </ThemeProvider>,
  )
  const words = screen.getByText('ข้อความ')
  await expect.element(words).toBeVisible()
  inside = words.element() as HTMLElement
})

function touch(type: string, x: number, y = 400): void {
  const point = new Touch({ identifier: 1, target: inside, clientX: x, clientY: y })
  const touches = type === 'touchstart' ? [point] : []
  inside.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [point] }))
}

test('a horizontal swipe to the right closes a full-screen conversation once', () => {
  touch('touchstart', 120)
  touch('touchend', 260)
  expect(close).toHaveBeenCalledTimes(1)
  touch('touchend', 380)
  expect(close).toHaveBeenCalledTimes(1)
})

test.each([
  ['that is short', 120, 180, 400],
  ['to the left', 260, 120, 400],
  ['that scrolls', 120, 260, 500],
  ['from the edge, which is the browser’s back gesture', 8, 300, 400],
])('a swipe %s does not close the conversation', (_, from, to, y) => {
  touch('touchstart', from)
  touch('touchend', to, y)
  expect(close).not.toHaveBeenCalled()
})

test('a swipe that the browser takes over does not close the conversation', () => {
  touch('touchstart', 120)
  touch('touchcancel', 200)
  touch('touchend', 300)
  expect(close).not.toHaveBeenCalled()
})

test('a swipe does not close the conversation when the browser has gone back during the swipe', () => {
  touch('touchstart', 120)
  history.replaceState(null, '', '#list')
  touch('touchend', 300)
  expect(close).not.toHaveBeenCalled()
})
