import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { preventAccidentalActivation } from './prevent-accidental-activation.ts'

function ignore(): void {
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  preventAccidentalActivation(ended.signal)
}

function drawn<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}

/** Renders a focused button and counts its clicks. */
function focusedButton() {
  ignore()
  const button = drawn('button')
  const pressed = vi.fn()
  button.addEventListener('click', pressed)
  button.focus()
  return { button, pressed }
}

test.each([' ', '{Enter}'])('%j after a letter does not press the focused button', async (key) => {
  const { pressed } = focusedButton()
  await userEvent.keyboard(`laew${key}`)
  await userEvent.keyboard(key)
  expect(pressed).not.toHaveBeenCalled()
})

test('Space presses the button when no character precedes it, after a delay, or after another key', async () => {
  const { button, pressed } = focusedButton()
  await userEvent.keyboard(' ')
  expect(pressed).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('a{ArrowDown} ')
  expect(pressed).toHaveBeenCalledTimes(2)
  const old = new KeyboardEvent('keydown', { key: 'a', bubbles: true })
  Object.defineProperty(old, 'timeStamp', { value: performance.now() - 1_600 })
  button.dispatchEvent(old)
  await userEvent.keyboard('{Enter}')
  expect(pressed).toHaveBeenCalledTimes(3)
})

test('spaces and line breaks can be typed in a text field', async () => {
  ignore()
  const field = drawn('textarea')
  field.focus()
  await userEvent.keyboard('a b{Enter}c')
  expect(field.value).toBe('a b\nc')
})
