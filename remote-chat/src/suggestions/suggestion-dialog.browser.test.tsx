import { endSession, readPersonal, readSession, writePersonal } from 'shared/session'
import { waitForAnimations } from 'shared/testing/animations-end.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, openTicket } from '../testing/open-conversation.tsx'
import { frames } from '../testing/settled.ts'
import { greeting, image, mockStoredSuggestions, own, wait } from '../testing/stored-suggestions.ts'

installMockDesk()
beforeEach(mockStoredSuggestions)

type Chat = Awaited<ReturnType<typeof openChat>>['chat']
const manage = (chat: Chat) => chat.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' })
const dialog = page.getByRole('dialog', { name: 'ข้อความสำเร็จรูป', exact: true })

describe('suggestion dialog', () => {
  const rows = () => dialog.getByRole('listitem')
  const textsOf = () =>
    rows()
      .elements()
      .map((row) => row.querySelector('p')?.textContent)

  const addNew = () => dialog.getByRole('button', { name: 'เพิ่มใหม่' }).click()

  test('the suggestion dialog starts with a search over all suggestions and keeps the text of a new suggestion', async () => {
    const { chat, composer } = await openChat()
    await manage(chat).click()
    await expect.poll(textsOf).toHaveLength(6)
    const search = dialog.getByRole('searchbox', { name: 'ค้นหาข้อความสำเร็จรูป' })
    await expect.element(search).toHaveFocus()
    const field = dialog.getByRole('textbox', { name: 'ข้อความ' })
    await expect.element(field).not.toBeInTheDocument()
    await addNew()
    await field.fill('เริ่มเขียนไว้')
    await addNew()
    await expect.element(field).not.toBeInTheDocument()
    await search.fill('ตรวจสอบ')
    await expect.poll(textsOf).toEqual([wait.text])
    // A filtered list cannot be reordered.
    await expect.element(dialog.getByRole('button', { name: /^เลื่อน/ })).not.toBeInTheDocument()
    await search.fill('ไม่มีคำนี้')
    await expect.element(dialog.getByText('ไม่พบข้อความสำเร็จรูป')).toBeVisible()
    expect(await seriousProblems(dialog.element())).toEqual([])
    await addNew()
    await expect.element(field).toHaveValue('เริ่มเขียนไว้')
    await search.fill('รูปภาพ')
    await expect.poll(textsOf).toEqual([image.text])
    await search.fill('หก')
    await dialog.getByRole('button', { name: 'แทรก: หก' }).click()
    await expect.element(composer).toHaveValue('หก')
  })

  test('adds, edits and deletes a text suggestion but adds no empty one', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await addNew()
    const add = dialog.getByRole('button', { name: 'เพิ่ม', exact: true })
    await expect.element(add).toBeDisabled()
    const field = dialog.getByRole('textbox', { name: 'ข้อความ' })
    await field.fill('  \n ')
    await expect.element(add).toBeDisabled()
    await field.fill('ใหม่ล่าสุด')
    // Clicked twice, but the suggestion is added once.
    for (const _ of ['once', 'again']) (add.element() as HTMLButtonElement).click()
    await expect.element(field).toHaveValue('')
    expect(desk.suggestions.items.filter(({ text }) => text === 'ใหม่ล่าสุด')).toHaveLength(1)
    await expect.poll(textsOf).toContain('ใหม่ล่าสุด')
    expect(desk.suggestions.items.at(-1)).toMatchObject({ text: 'ใหม่ล่าสุด', channel_key: 'main' })
    expect(await seriousProblems(dialog.element())).toEqual([])
    await dialog.getByRole('button', { name: 'แก้ไข: ใหม่ล่าสุด' }).click()
    const edited = dialog.getByRole('textbox', { name: 'แก้ไขข้อความ' })
    await expect.element(edited).toHaveFocus()
    await edited.fill(' ')
    await expect.element(dialog.getByRole('button', { name: 'บันทึก' })).toBeDisabled()
    await edited.fill('แก้แล้ว')
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await expect.poll(textsOf).toContain('แก้แล้ว')
    await dialog.getByRole('button', { name: 'ลบ: แก้แล้ว' }).click()
    await page.getByRole('dialog', { name: 'ลบข้อความสำเร็จรูป' }).getByRole('button', { name: 'ลบ' }).click()
    await expect.poll(textsOf).not.toContain('แก้แล้ว')
  })

  test('keeps text written while a suggestion is being added, also in the image fields', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await addNew()
    const tab = (name: string) => dialog.getByRole('tab', { name }).click()
    const add = dialog.getByRole('button', { name: 'เพิ่ม', exact: true })
    const field = (name: string) => dialog.getByRole('textbox', { name })
    const [text, link, called] = [field('ข้อความ'), field('ลิงก์รูปภาพ'), field('ชื่อเรียกรูป')]
    await tab('เพิ่มรูปภาพ')
    await link.fill('https://cdn.example.com/begun.png')
    await tab('เพิ่มข้อความ')
    await text.fill('ข้อความแรก')
    const go = desk.hold(/POST .*suggestions/)
    await add.click()
    await text.fill('ข้อความถัดไป')
    go()
    await expect.poll(textsOf).toContain('ข้อความแรก')
    await expect.element(page.getByText('เพิ่มข้อความสำเร็จรูปแล้ว')).toBeVisible()
    await expect.element(text).toHaveValue('ข้อความถัดไป')
    await tab('เพิ่มรูปภาพ')
    await expect.element(link).toHaveValue('https://cdn.example.com/begun.png')
    await called.fill('รูปใหม่')
    await add.click()
    await expect.element(link).toHaveValue('')
    await expect.element(called).toHaveValue('')
  })

  test('shows a colleague’s change of an edited suggestion before it can be overwritten', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await dialog.getByRole('button', { name: 'แก้ไข: หก' }).click()
    const edited = dialog.getByRole('textbox', { name: 'แก้ไขข้อความ' })
    await edited.fill('ของฉัน')
    desk.suggestions.items = desk.suggestions.items.map((item) =>
      item.text === 'หก' ? { ...item, text: 'ของเพื่อนร่วมทีม' } : item,
    )
    const save = dialog.getByRole('button', { name: 'บันทึก' })
    await save.click()
    await expect.element(dialog.getByRole('alert').getByText('ของเพื่อนร่วมทีม')).toBeVisible()
    await expect.element(edited).toHaveValue('ของฉัน')
    await expect.element(save).toBeDisabled()
    expect(await seriousProblems(dialog.element())).toEqual([])
    await dialog.getByRole('button', { name: 'ใช้ข้อความของฉันแทน' }).click()
    await expect.element(edited).toHaveFocus()
    await save.click()
    await expect.poll(textsOf).toContain('ของฉัน')
    expect(textsOf()).not.toContain('ของเพื่อนร่วมทีม')
    await expect.element(dialog.getByRole('button', { name: 'แก้ไข: ของฉัน' })).toHaveFocus()
  })

  test('the field of an edited suggestion is read-only during the save, since it closes afterwards', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await dialog.getByRole('button', { name: 'แก้ไข: หก' }).click()
    const edited = dialog.getByRole('textbox', { name: 'แก้ไขข้อความ' })
    await edited.fill('แก้แล้ว')
    const go = desk.hold(/PUT .*suggestions/)
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    await edited.click()
    await userEvent.keyboard('และอีก')
    await expect.element(edited).toHaveValue('แก้แล้ว')
    go()
    await expect.poll(textsOf).toContain('แก้แล้ว')
  })

  test('keeps the text of a suggestion that a colleague deletes, and can add it again', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await dialog.getByRole('button', { name: 'แก้ไข: หก' }).click()
    const edited = dialog.getByRole('textbox', { name: 'แก้ไขข้อความ' })
    await edited.fill('เขียนค้างไว้')
    // The row being edited remains, even if it does not match the search.
    await dialog.getByRole('searchbox').fill('ไม่มีคำนี้')
    await expect.element(edited).toHaveValue('เขียนค้างไว้')
    await dialog.getByRole('searchbox').fill('')
    const { items } = desk.suggestions
    desk.suggestions.items = items.filter(({ text }) => text !== 'หก')
    desk.publish({ type: 'suggestions_update', data: { channel_key: 'main' } })
    await expect.element(dialog.getByRole('alert').getByText(/มีคนลบข้อความนี้ไปแล้ว/)).toBeVisible()
    await expect.element(edited).toHaveValue('เขียนค้างไว้')
    expect(await seriousProblems(dialog.element())).toEqual([])
    await dialog.getByRole('button', { name: 'เพิ่มเป็นข้อความใหม่' }).click()
    await expect.poll(textsOf).toContain('เขียนค้างไว้')
    await expect.element(edited).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
  })

  test('names an image suggestion whose upload a reload has interrupted, until the notice is dismissed', async () => {
    const { chat } = await openChat()
    const staffId = readSession().profile?.id ?? ''
    const mark = { name: 'โปรวันนี้.png', page: 'ended', tab: 'ended', at: Date.now() }
    writePersonal(staffId, 'upload', 'suggestion:ended:1', JSON.stringify(mark))
    await manage(chat).click()
    await addNew()
    await dialog.getByRole('tab', { name: 'เพิ่มรูปภาพ' }).click()
    const note = dialog.getByRole('alert', { name: 'ไฟล์ที่อัปโหลดไม่เสร็จ' })
    await expect.element(note).toMatchTextContent(/ยังไม่ได้อัปโหลด กรุณาเลือกไฟล์ใหม่.*โปรวันนี้\.png/s)
    await note.getByRole('button', { name: 'ปิด' }).click()
    await expect.element(note).not.toBeInTheDocument()
    expect(readPersonal(staffId, 'upload').size).toBe(0)
  })

  test('an image suggestion is added by an http or https URL and a name for the search, and can then only be deleted', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await addNew()
    await dialog.getByRole('tab', { name: 'เพิ่มรูปภาพ' }).click()
    const add = dialog.getByRole('button', { name: 'เพิ่ม', exact: true })
    const link = dialog.getByRole('textbox', { name: 'ลิงก์รูปภาพ' })
    await expect.element(link).toHaveAttribute('type', 'url')
    await link.fill('ftp://example.com/x.png')
    await expect.element(dialog.getByText(/ลิงก์รูปภาพไม่ถูกต้อง/)).toBeVisible()
    await expect.element(add).toBeDisabled()
    await link.fill('http://cdn.example.com/x.png')
    await expect.element(dialog.getByText(/จะส่งออกเป็น https/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'ชื่อเรียกรูป' }).fill('รูปใหม่')
    await dialog.getByRole('combobox', { name: 'ใช้กับ' }).selectOptions('ทุกบัญชี')
    await add.click()
    await expect.element(dialog.getByRole('button', { name: 'ลบ: รูปใหม่' })).toBeVisible()
    expect(dialog.getByRole('button', { name: 'แก้ไข: รูปใหม่' }).elements()).toHaveLength(0)
    expect(desk.suggestions.items.at(-1)).toMatchObject({
      text: 'รูปใหม่',
      image_url: 'http://cdn.example.com/x.png',
      channel_key: null,
    })
    expect(await seriousProblems(dialog.element())).toEqual([])
  })

  test('the suggestion dialog closes when a suggestion is inserted, and focuses the reply field', async () => {
    const { chat, composer } = await openChat()
    await composer.fill('ก่อน')
    await manage(chat).click()
    await dialog.getByRole('button', { name: 'แทรก: หก' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(composer).toHaveValue('ก่อน หก')
    await expect.element(composer).toHaveFocus()
  })

  test('a manager reorders suggestions within a channel or for all channels by keyboard, and sees how often each is used', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await expect.poll(textsOf).toEqual([own.text, greeting.text, wait.text, image.text, 'ห้า', 'หก'])
    await expect.element(dialog.getByText('ใช้ 12 ครั้ง')).toBeVisible()
    // The only suggestion of a channel cannot be moved.
    await expect
      .element(dialog.getByRole('button', { name: 'เลื่อนลง: ของ OA นี้' }))
      .toHaveAttribute('aria-disabled', 'true')
    const down = dialog.getByRole('button', { name: /^เลื่อนลง: สวัสดี/ })
    ;(down.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(textsOf).toEqual([own.text, wait.text, greeting.text, image.text, 'ห้า', 'หก'])
    await expect.element(dialog.getByText('ย้ายไปลำดับที่ 2 จาก 5')).toBeInTheDocument()
    await expect.element(down).toHaveFocus()
    for (const index of [3, 4, 5]) {
      await userEvent.keyboard('{Enter}')
      await expect.element(dialog.getByText(`ย้ายไปลำดับที่ ${index} จาก 5`)).toBeInTheDocument()
      await expect.element(down).toHaveFocus()
    }
    await expect.element(down).toHaveAttribute('aria-disabled', 'true')
    expect(desk.suggestions.items.at(-1)?.id).toBe(greeting.id)
  })

  test('two quick moves of a suggestion run one after the other and do not take the focus from elsewhere', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    const down = dialog.getByRole('button', { name: /^เลื่อนลง: สวัสดี/ })
    await expect.element(down).toBeVisible()
    const go = desk.hold(/POST .*\/move$/)
    ;(down.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}{Enter}')
    const search = dialog.getByRole('searchbox', { name: 'ค้นหาข้อความสำเร็จรูป' })
    await search.click()
    go()
    await expect.poll(textsOf).toEqual([own.text, wait.text, image.text, greeting.text, 'ห้า', 'หก'])
    await expect.element(dialog.getByText('ย้ายไปลำดับที่ 3 จาก 5')).toBeInTheDocument()
    await frames()
    await expect.element(search).toHaveFocus()
  })

  test('repeated clicks of a resting mouse move the same suggestion', async () => {
    desk.suggestions.items = ['หนึ่ง', 'สอง\nมีสอง\nและสามบรรทัด', 'สาม', 'สี่'].map((text) =>
      mockSuggestion({ text }),
    )
    const { chat } = await openChat()
    await manage(chat).click()
    await expect.poll(textsOf).toHaveLength(4)
    const order = () => textsOf().map((text) => text?.slice(0, 3))
    const box = dialog.getByRole('button', { name: 'เลื่อนขึ้น: สี่' }).element().getBoundingClientRect()
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
    const press = (move = 0) =>
      document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(
        new PointerEvent('click', {
          bubbles: true,
          cancelable: true,
          pointerType: 'mouse',
          detail: 1,
          ...at,
          clientX: at.clientX + move,
        }),
      )
    press()
    await expect.poll(order).toEqual(['หนึ', 'สอง', 'สี่', 'สาม'])
    press()
    await expect.poll(order).toEqual(['หนึ', 'สี่', 'สอง', 'สาม'])
    press()
    await expect.poll(order).toEqual(['สี่', 'หนึ', 'สอง', 'สาม'])
    // After a small movement, the click applies to the suggestion under the pointer.
    press(8)
    await expect.poll(order).toEqual(['สี่', 'หนึ', 'สาม', 'สอง'])
  })

  test('the suggestion dialog keeps its position and size when a form is opened, and focuses the opened field', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await expect.poll(textsOf).toHaveLength(6)
    const search = dialog.getByRole('searchbox')
    const top = () => search.element().getBoundingClientRect().top
    const dialogBox = () => {
      const { left, top, width, height } = dialog.element().getBoundingClientRect()
      return [left, top, width, height].map((px) => Math.round(px * 100) / 100)
    }
    await waitForAnimations()
    const before = top()
    await addNew()
    const field = dialog.getByRole('textbox', { name: 'ข้อความ' })
    await expect.element(field).toHaveFocus()
    await waitForAnimations()
    expect(top()).toBeCloseTo(before, 0)
    await userEvent.keyboard('หนึ่ง{Enter}สอง{Enter}สาม{Enter}สี่')
    await expect.element(field).toHaveValue('หนึ่ง\nสอง\nสาม\nสี่')
    await waitForAnimations()
    expect(top()).toBeCloseTo(before, 0)
    await dialog.getByRole('button', { name: 'เพิ่ม', exact: true }).click()
    await expect.element(dialog.getByText('เพิ่มข้อความสำเร็จรูปแล้ว')).toBeVisible()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('อีก')
    await expect.element(dialog.getByText('เพิ่มข้อความสำเร็จรูปแล้ว')).not.toBeInTheDocument()
    // The lower part is scrolled into view; the dialog keeps its size and position.
    await waitForAnimations()
    const index = dialogBox()
    await dialog.getByRole('button', { name: 'แก้ไข: หก' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'แก้ไขข้อความ' })).toHaveFocus()
    await waitForAnimations()
    expect(dialogBox()).toEqual(index)
  })

  test('rejects a suggestion with an unknown placeholder, which would reach the customer unchanged', async () => {
    const { chat } = await openChat()
    await manage(chat).click()
    await addNew()
    const add = dialog.getByRole('button', { name: 'เพิ่ม', exact: true })
    const field = dialog.getByRole('textbox', { name: 'ข้อความ' })
    await field.fill('สวัสดีค่ะ คุณ{{name}}')
    await expect.element(dialog.getByText('ไม่รู้จัก {{name}} ใช้ได้เฉพาะ {{ชื่อ}} และ {{ครับ/ค่ะ}}')).toBeVisible()
    await expect.element(add).toBeDisabled()
    await field.fill('สวัสดีค่ะ คุณ{{ ชื่อ }}')
    await expect.element(add).toBeEnabled()
  })

  test('an agent sees neither order nor use counts of suggestions, and can only insert suggestions that others manage', async () => {
    // Ends the session, which would otherwise survive from the test before.
    endSession()
    replaceMockDesk({ me: MockAgent })
    desk.suggestions.items = [own, mockSuggestion({ text: 'ของทุกบัญชี', can_edit: false })]
    desk.suggestions.canShare = false
    const { chat } = await openTicket(OWN_TICKET)
    await manage(chat).click()
    await expect.element(dialog.getByRole('button', { name: 'แทรก: ของทุกบัญชี' })).toBeVisible()
    const buttons = rows().getByRole('button').elements()
    expect(buttons.map((each) => each.textContent)).toEqual(['แทรก', 'แก้ไข', 'ลบ', 'แทรก'])
    expect(dialog.getByText(/^ใช้ .* ครั้ง$/).elements()).toHaveLength(0)
    endSession()
    await addNew()
    await expect.element(dialog.getByRole('textbox', { name: 'ข้อความ' })).toBeVisible()
    expect(dialog.getByRole('combobox', { name: 'ใช้กับ' }).elements()).toHaveLength(0)
  })

  test('reports a failed load or a rejected change of suggestions and keeps the text', async () => {
    // The load fails many times, because the dialog retries it when it opens.
    const refused = { status: 403, body: { code: 'forbidden_channel', message: 'forbidden_channel' } }
    desk.fail(/GET .*suggestions/, refused, 100)
    const { chat, screen } = await openChat()
    await manage(chat).click()
    await expect.element(dialog.getByText('คุณไม่มีสิทธิ์ใน OA นี้')).toBeVisible()
    desk.mend()
    await dialog.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect.poll(textsOf).toContain('หก')
    await addNew()
    desk.fail(/POST .*suggestions/, { status: 409, body: { code: 'suggestions_full', message: 'x' } })
    const field = dialog.getByRole('textbox', { name: 'ข้อความ' })
    await field.fill('เกินจำนวน')
    await dialog.getByRole('button', { name: 'เพิ่ม', exact: true }).click()
    await expect.element(screen.getByText(/ครบ 100 รายการแล้ว/)).toBeVisible()
    await expect.element(field).toHaveValue('เกินจำนวน')
  })
})
