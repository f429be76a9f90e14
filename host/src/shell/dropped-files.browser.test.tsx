import { afterEach, expect, test } from 'vitest'
import { ignoreDroppedFiles } from './dropped-files.ts'

let end: (() => void) | undefined
afterEach(() => end?.())

function drop(fill: (data: DataTransfer) => void): DragEvent {
  const dataTransfer = new DataTransfer()
  fill(dataTransfer)
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event
}

const withFile = (data: DataTransfer) =>
  void data.items.add(new File(['x'], 'สลิป.png', { type: 'image/png' }))

test('dropping a file outside of a drop target opens nothing, and text can still be dropped', () => {
  end = ignoreDroppedFiles()
  expect(drop(withFile).defaultPrevented).toBe(true)
  expect(drop((data) => data.setData('text/plain', 'คำ')).defaultPrevented).toBe(false)
  end()
  expect(drop(withFile).defaultPrevented).toBe(false)
})
