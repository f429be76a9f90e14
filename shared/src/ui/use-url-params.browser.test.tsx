import { BrowserRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.ts'
import { useUrlParams } from './use-url-params.ts'

const start = window.location.href

function Filters() {
  const [params, change] = useUrlParams()
  const set = (name: string) =>
    change((now) => {
      now.set(name, '1')
      return now
    })
  const setBoth = () => {
    set('channel')
    set('tab')
  }
  return (
    <button type="button" onClick={setBoth}>
      {[...params.keys()].join(' ')}
    </button>
  )
}

test('the second of two URL changes retains the first, which is not rendered yet', async () => {
  window.history.replaceState(null, '', '/dashboard')
  try {
    await render(
      <BrowserRouter>
        <Filters />
      </BrowserRouter>,
    )
    await page.getByRole('button').click()
    await expect.element(page.getByRole('button')).toHaveTextContent('channel tab')
  } finally {
    window.history.replaceState(null, '', start)
  }
})
