import { endSession, readPersonal, startSessionCheck, writePersonal } from 'shared/session'
import { MockManager } from 'shared/testing/mock-profile.ts'
import { startMockServer } from 'shared/testing/mock-server.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { choose, finish, image, installMockUploads, server } from '../testing/installed-uploads.ts'
import { openPage } from '../testing/open-page.tsx'

installMockUploads()

let stop = () => {}
beforeEach(async () => {
  localStorage.setItem('jwt', 'token')
  stop = startMockServer({ 'GET /auth/me': { body: { profile: MockManager } } }).stop
  await startSessionCheck()
})
afterEach(async () => {
  await cleanup()
  endSession()
  stop()
})

const marks = () => readPersonal(MockManager.id, 'upload')
/** Simulates a reload: marks the recorded uploads as those of a page that no longer exists. */
function reload(): void {
  for (const [key, json] of marks())
    writePersonal(MockManager.id, 'upload', key, JSON.stringify({ ...JSON.parse(json), page: 'ended' }))
}

test('names the files whose upload a reload has interrupted, until each is uploaded', async () => {
  await openPage()
  await choose(image('ก.png'), image('ข.png'), image('ค.png'), image('ง.png'))
  await finish('ก.png')
  await expect.poll(() => marks().size).toBe(3)
  const stopped = [...marks()]
  await cleanup()
  for (const [key] of marks()) writePersonal(MockManager.id, 'upload', key, null)
  for (const [key, json] of stopped) writePersonal(MockManager.id, 'upload', key, json)
  reload()
  const screen = await openPage()
  const note = screen.getByRole('alert', { name: 'ไฟล์ที่อัปโหลดไม่เสร็จ' })
  await expect.element(note).toMatchTextContent(/ยังไม่ได้อัปโหลด กรุณาเลือกไฟล์ใหม่.*ข\.png.*ค\.png.*ง\.png/s)
  await expect.element(note.getByText('ก.png')).not.toBeInTheDocument()
  await choose(image('ค.png'))
  await expect.poll(() => server.of('ค.png').length).toBe(2)
  await finish('ค.png')
  await expect.element(note.getByText('ค.png')).not.toBeInTheDocument()
  await note.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(marks().size).toBe(0)
})

test('does not name files as unfinished that the user has removed or that cannot be uploaded', async () => {
  const screen = await openPage()
  await choose(image('ก.png'), image('ข.pdf', 'ข', 'application/pdf'))
  await expect.poll(() => marks().size).toBe(1)
  await screen.getByRole('button', { name: 'ยกเลิกทั้งหมด' }).click()
  await expect.poll(() => marks().size).toBe(0)
})
