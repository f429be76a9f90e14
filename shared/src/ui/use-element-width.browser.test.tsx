import { expect, test } from 'vitest'
import { render } from '../testing/render.ts'
import { useElementWidth } from './use-element-width.ts'

test('useElementWidth follows the width of an element', async () => {
  function Box({ width }: { width: number }) {
    const [ref, found] = useElementWidth()
    return (
      <div ref={ref} style={{ width }}>
        {found}
      </div>
    )
  }
  const screen = await render(<Box width={440} />)
  await expect.element(screen.getByText('440')).toBeInTheDocument()
  await screen.rerender(<Box width={300} />)
  await expect.element(screen.getByText('300')).toBeInTheDocument()
})
