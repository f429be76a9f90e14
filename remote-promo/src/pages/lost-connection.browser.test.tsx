import { expect, test, vi } from 'vitest'
import { choose, finish, image, installMockUploads, server } from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

test('reports a lost connection, asks before leaving, and resumes the uploads by itself', async () => {
  const screen = await openPage()
  await choose(image('โปร.png'))
  await expect.poll(() => server.of('โปร.png').length).toBe(1)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.of('โปร.png')[0]?.lose()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('อัปโหลดไม่สำเร็จ: โปร.png (ไม่มีอินเทอร์เน็ต จะส่งต่อให้เองเมื่อเชื่อมต่อได้)')
  expect(screen.getByRole('button', { name: /ลองใหม่/ }).elements()).toHaveLength(0)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => server.of('โปร.png').length).toBe(2)
  await finish('โปร.png')
  await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
})

test('offers no retry of one or all files while offline, and names the files in one alert', async () => {
  const screen = await openPage()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await choose(image('ก.png'), image('ข.png'))
  for (const name of ['ก.png', 'ข.png']) {
    await expect.poll(() => server.of(name).length).toBe(1)
    server.of(name)[0]?.lose()
  }
  // All files share one alert, and each file shows its own message.
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('อัปโหลดไม่สำเร็จ: ก.png, ข.png (ไม่มีอินเทอร์เน็ต จะส่งต่อให้เองเมื่อเชื่อมต่อได้)')
  for (const name of ['ก.png', 'ข.png'])
    await expect
      .element(screen.getByRole('listitem').filter({ hasText: name }))
      .toMatchTextContent(`อัปโหลดไม่สำเร็จ: ${name} (ไม่มีอินเทอร์เน็ต`)
  expect(screen.getByRole('button', { name: /ลองใหม่/ }).elements()).toHaveLength(0)
  // Files that wait for the connection are not shown as failed.
  await expect.element(screen.getByRole('heading', { name: 'รออินเทอร์เน็ต 2 รูป' })).toBeVisible()
  await choose(new File(['x'], 'ค.txt', { type: 'text/plain' }))
  await expect
    .element(screen.getByRole('heading', { name: 'รออินเทอร์เน็ต 2 รูป · ไม่สำเร็จ 1 ไฟล์' }))
    .toBeVisible()
})

test('the alert of a lost connection names only the first few files and counts the others', async () => {
  const screen = await openPage()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const names = Array.from({ length: 7 }, (_, index) => `${index}.png`)
  await choose(...names.map((name) => image(name)))
  for (const name of names) {
    await expect.poll(() => server.of(name).length).toBe(1)
    server.of(name)[0]?.lose()
  }
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('อัปโหลดไม่สำเร็จ: 0.png, 1.png, 2.png, 3.png, 4.png และอีก 2 ไฟล์')
})
