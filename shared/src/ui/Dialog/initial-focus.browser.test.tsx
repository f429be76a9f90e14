import { useEffect, useRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { ThemeProvider } from '../theme/ThemeProvider.tsx'
import { Dialog } from './Dialog.tsx'

/** Takes the focus before the dialog's focus trap, which runs in a timer, and reports when that timer has run. */
function EarlyField({ onTrapped }: { onTrapped: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    setTimeout(() => setTimeout(onTrapped))
  }, [onTrapped])
  return <textarea ref={field} aria-label="ข้อความ" />
}

test('the focus stays in a field that the user enters while the dialog opens', async () => {
  const trapped = Promise.withResolvers<void>()
  await render(
    <Dialog open onClose={() => undefined} title="แชท" placement="cover" bare>
      <EarlyField onTrapped={trapped.resolve} />
    </Dialog>,
    { wrapper: ThemeProvider },
  )
  await trapped.promise
  await expect.element(page.getByRole('textbox', { name: 'ข้อความ' })).toHaveFocus()
})
