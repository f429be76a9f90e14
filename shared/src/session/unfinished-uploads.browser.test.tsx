import { afterEach, beforeEach, expect, test } from 'vitest'
import { MockAgent, MockManager } from '../testing/mock-profile.ts'
import { type MockServer, startMockServer } from '../testing/mock-server.ts'
import { endSession, renewSession, signOut } from './session.store.ts'
import { beginUpload, openUnfinishedUploads, type UploadScreen } from './unfinished-uploads.ts'
import { readPersonal, writePersonal } from './user-storage.ts'

const ME = 'GET /auth/me'
let server: MockServer

beforeEach(async () => {
  localStorage.clear()
  server = startMockServer({
    [ME]: { body: { profile: MockManager } },
    'POST /auth/logout': { body: { ok: true } },
  })
  await signIn()
})
afterEach(() => {
  endSession()
  server.stop()
  localStorage.clear()
})

async function signIn(profile = MockManager) {
  localStorage.setItem('jwt', 'token')
  server.respond(ME, { body: { profile } })
  await renewSession()
}
/** Stores the record of an upload that another page of this browser has started. */
function left(name: string, { page = 'gone', screen = 'promotion', at = Date.now() } = {}) {
  const mark = JSON.stringify({ name, page, tab: 'other', at })
  writePersonal(MockManager.id, 'upload', `${screen}:${page}:${name}`, mark)
}
const namesOf = async (screen: UploadScreen = 'promotion') => [
  ...(await openUnfinishedUploads(screen)).names(),
]
const stored = () => readPersonal(MockManager.id, 'upload').size

test('lists the unfinished uploads of a closed page, per screen', async () => {
  left('ก.png')
  left('ข.png', { screen: 'suggestion' })
  expect(await namesOf()).toEqual(['ก.png'])
  expect(await namesOf('suggestion')).toEqual(['ข.png'])
  expect(await namesOf('knowledge-image')).toEqual([])
})

test('does not list uploads that this page is sending, has finished or has stopped', async () => {
  const first = await beginUpload('promotion', 'ก.png')
  const second = await beginUpload('promotion', 'ข.png')
  expect(stored()).toBe(2)
  expect(await namesOf()).toEqual([])
  first.uploaded()
  second.stopped()
  expect(stored()).toBe(0)
})

test('lists uploads of another tab only after that tab has closed', async () => {
  const end = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const tab = navigator.locks.request('desk-uploads:other-tab', () => {
    began.resolve()
    return end.promise
  })
  await began.promise
  left('ก.png', { page: 'other-tab' })
  const files = await openUnfinishedUploads('promotion')
  expect(files.names()).toEqual([])
  let reported = 0
  const unsubscribe = files.subscribe(() => {
    reported += 1
  })
  end.resolve()
  await tab
  await expect.poll(() => files.names()).toEqual(['ก.png'])
  expect(reported).toBeGreaterThan(0)
  unsubscribe()
})

test('a file leaves the list of unfinished uploads when it is uploaded again; dismissing clears the list', async () => {
  for (const [at, name] of ['ก.png', 'ข.png', 'ค.png'].entries()) left(name, { at: Date.now() + at })
  left('ก.png', { screen: 'suggestion' })
  const again = await beginUpload('promotion', 'ก.png')
  expect(await namesOf()).toEqual(['ก.png', 'ข.png', 'ค.png'])
  again.uploaded()
  expect(await namesOf()).toEqual(['ข.png', 'ค.png'])
  ;(await openUnfinishedUploads('promotion')).dismiss()
  expect(await namesOf()).toEqual([])
  expect(await namesOf('suggestion')).toEqual(['ก.png'])
})

test('lists an unfinished upload after an expired session only for its user, and not after a sign-out', async () => {
  const mark = await beginUpload('promotion', 'ก.png')
  endSession()
  mark.abandoned()
  await signIn(MockAgent)
  expect(await namesOf()).toEqual([])
  endSession()
  await signIn()
  expect(await namesOf()).toEqual(['ก.png'])
  const other = await beginUpload('promotion', 'ข.png')
  signOut()
  other.abandoned()
  await signIn()
  expect(await namesOf()).toEqual([])
})

test('the list of unfinished uploads has at most 100 files of the last 30 days, with shortened names', async () => {
  left('เก่า.png', { at: Date.now() - 31 * 24 * 60 * 60_000 })
  expect(await namesOf()).toEqual([])
  expect(stored()).toBe(0)
  await beginUpload('promotion', 'ก'.repeat(5_000))
  const [json = ''] = [...readPersonal(MockManager.id, 'upload').values()]
  expect(json.length).toBeLessThan(400)
  for (let at = 0; at < 120; at += 1) await beginUpload('promotion', `${at}.png`)
  expect(stored()).toBe(100)
})

test('invalid records of unfinished uploads are ignored', async () => {
  writePersonal(MockManager.id, 'upload', 'promotion:gone:1', '{')
  expect(await namesOf()).toEqual([])
  expect(stored()).toBe(0)
})
