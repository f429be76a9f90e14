import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await createTestDesk()
})
afterAll(() => desk.close())

test('returns the profile of the signed-in user and refuses requests without a session', async () => {
  const kitti = await desk.signInAs({ displayName: 'กิตติ แสงอรุณ', role: 'ADMIN' })
  const mine = await desk.app.inject({ url: '/auth/me', headers: kitti.headers })
  expect(mine.statusCode).toBe(200)
  expect(mine.json().profile).toMatchObject({ display_name: 'กิตติ แสงอรุณ', role: 'ADMIN', status: 'APPROVED' })

  for (const authorization of [undefined, 'Bearer', `Bearer ${'x'.repeat(43)}`, `Basic ${kitti.token}`]) {
    const refused = await desk.app.inject({
      url: '/auth/me',
      headers: authorization ? { authorization } : {},
    })
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ code: 'unauthorized' })
  }
})
