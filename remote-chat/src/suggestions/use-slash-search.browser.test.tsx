import { useRef, useState } from 'react'
import { render } from 'shared/testing/render.ts'
import { expect, test } from 'vitest'
import { useSlashSearch } from './use-slash-search.ts'

function Looker({ field }: { field: React.RefObject<HTMLTextAreaElement | null> }) {
  const { slash } = useSlashSearch(field, 'ticket')
  return <output>{slash?.query ?? 'none'}</output>
}

/** Field whose search code is loaded later. */
function LazySearch() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isHere, setHere] = useState(false)
  return (
    <>
      <textarea ref={field} aria-label="field" onKeyDown={({ key }) => key === 'Escape' && setHere(true)} />
      {isHere ? <Looker field={field} /> : null}
    </>
  )
}

test('shows a suggestion search that was typed before its code had loaded', async () => {
  const screen = await render(<LazySearch />)
  const field = screen.getByRole('textbox', { name: 'field' })
  await field.fill('/โปร')
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.element(screen.getByText('โปร', { exact: true })).toBeVisible()
})
