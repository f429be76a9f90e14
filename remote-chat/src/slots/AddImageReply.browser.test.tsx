import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { renderPage } from '../testing/render-page.tsx'
import AddImageReply from './AddImageReply.slot.tsx'

installMockDesk()

const LINK = 'https://desk.example.com/p/abc.png'
const posted = () => desk.requests.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)

async function openForm(name = 'โปรปลายปี.png') {
  const { screen } = await renderPage(() => <AddImageReply url={LINK} name={name} />, '/promo-upload')
  const channel = screen.getByRole('combobox', { name: 'ใช้กับ OA' })
  await expect.element(channel).toHaveValue('main')
  return {
    screen,
    channel,
    called: screen.getByRole('textbox', { name: 'ชื่อเรียกรูป' }),
    add: screen.getByRole('form').getByRole('button'),
  }
}

test('adds an image as a suggestion of the selected channel, named after its file or by the user', async () => {
  const { screen, channel, called, add } = await openForm()
  await expect.element(called).toHaveValue('โปรปลายปี')
  await called.fill('ของแถม')
  expect(await seriousProblems(screen.container)).toEqual([])
  await add.click()
  await expect.element(add).toHaveTextContent('เพิ่มแล้ว')
  expect(posted()).toEqual([{ image_url: LINK, text: 'ของแถม', channel_key: 'main' }])
  // The image can be added again for another channel.
  await channel.selectOptions('vip')
  await expect.element(add).toHaveTextContent('เพิ่มเป็นข้อความสำเร็จรูป')
  await add.click()
  await expect.element(add).toHaveTextContent('เพิ่มแล้ว')
  expect(posted()).toHaveLength(2)
})

test('several key presses add an image suggestion once and keep the focus', async () => {
  const { channel, add } = await openForm()
  const releaseResponse = desk.hold(/POST .*suggestions/)
  add.element().focus()
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  await expect.element(add).toHaveTextContent('กำลังเพิ่ม')
  releaseResponse()
  await expect.element(add).toHaveTextContent('เพิ่มแล้ว')
  await expect.element(add).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  // If the earlier key press had an effect, it would be visible by now.
  await channel.selectOptions('vip')
  await add.click()
  await expect.element(add).toHaveTextContent('เพิ่มแล้ว')
  expect(posted()).toMatchObject([{ channel_key: 'main' }, { channel_key: 'vip' }])
})

test.each([
  ['by its path', '/p/abc.png', 'main'],
  ['by its URL, for all channels', LINK, null],
])(
  'reports an existing image suggestion, stored %s, with its name and does not add it again',
  async (_how, image_url, channel_key) => {
    desk.suggestions.items = [
      mockSuggestion({ text: 'รูปอื่น', image_url: '/p/other.png', channel_key }),
      mockSuggestion({ text: 'โปรเดิม', image_url, channel_key }),
    ]
    const { screen, called, add } = await openForm()
    await add.click()
    await expect
      .element(screen.getByText('รูปนี้เป็นข้อความสำเร็จรูปของ OA นี้อยู่แล้ว ชื่อ โปรเดิม', { exact: true }))
      .toBeVisible()
    await expect.element(add).toHaveTextContent('มีอยู่แล้ว')
    await expect.element(add).toHaveFocus()
    expect(posted()).toEqual([])
    await called.fill('อีกชื่อ')
    await expect.element(add).toHaveTextContent('เพิ่มเป็นข้อความสำเร็จรูป')
  },
)

test('reports a failure to add an image suggestion and retries with the same button', async () => {
  const { screen, add } = await openForm()
  desk.fail(/POST .*suggestions/, { status: 409, body: { code: 'suggestions_full' } })
  await add.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(add).toHaveTextContent('เพิ่มเป็นข้อความสำเร็จรูป')
  await add.click()
  await expect.element(add).toHaveTextContent('เพิ่มแล้ว')
})

test('adding an image suggestion offers a retry when the channels cannot be loaded', async () => {
  desk.fail(/staff\/channels/, { status: 500, body: {} }, 10)
  const { screen } = await renderPage(() => <AddImageReply url={LINK} name="ก.png" />, '/promo-upload')
  const retry = screen.getByRole('button', { name: 'ลองใหม่' })
  await expect.element(retry).toBeVisible()
  desk.mend()
  await retry.click()
  await expect.element(screen.getByRole('combobox', { name: 'ใช้กับ OA' })).toHaveValue('main')
})
