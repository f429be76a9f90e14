import './desk.css'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { Button, ThemeProvider, useColorScheme } from '../index.ts'

beforeEach(() => localStorage.removeItem('theme'))

function Probe() {
  const [scheme, setScheme] = useColorScheme()
  return (
    <>
      <span data-testid="scheme">{scheme}</span>
      <button type="button" onClick={() => setScheme('dark')}>
        ใช้ธีมมืด
      </button>
      <Button>รับเคส</Button>
    </>
  )
}

test('the theme is light by default, stores the choice of dark, and applies its colors', async () => {
  await render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  )
  const button = page.getByRole('button', { name: 'รับเคส' })
  // Moves the pointer, which may still be where another test file has left it.
  await page.getByTestId('scheme').hover()
  await expect.element(page.getByTestId('scheme')).toHaveTextContent('light')
  await expect
    .element(button)
    .toHaveStyle({ backgroundColor: 'rgb(23, 128, 88)', color: 'rgb(255, 255, 255)' })
  await page.getByRole('button', { name: 'ใช้ธีมมืด' }).click()
  await expect.element(page.getByTestId('scheme')).toHaveTextContent('dark')
  await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(63, 191, 140)' })
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
})

test('the theme follows a change in another tab', async () => {
  await render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  )
  await expect.element(page.getByTestId('scheme')).toHaveTextContent('light')
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'theme', newValue: 'dark', storageArea: localStorage }),
  )
  await expect.element(page.getByTestId('scheme')).toHaveTextContent('dark')
})

test('the page uses the bundled font', async () => {
  await document.fonts.load('400 14px "Anuphan Variable"', 'กA')
  expect([...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)).toContain(
    'Anuphan Variable',
  )
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"Anuphan Variable"/)
})
