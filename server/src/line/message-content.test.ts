import { UNKNOWN_MESSAGE_PLACEHOLDER } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { readContent } from './message-content.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  'a message of the type %s, which every object has a member of, is shown as an unknown one',
  (type) => {
    const content = readContent({ type, id: '1', constructor: 'x' })
    expect(content).toMatchObject({ messageType: type.toLowerCase(), text: UNKNOWN_MESSAGE_PLACEHOLDER })
  },
)

test('files and places are shown with their names', () => {
  expect(readContent({ type: 'file', fileName: 'สลิป.pdf' }).text).toBe('[ไฟล์] สลิป.pdf')
  expect(readContent({ type: 'location', title: 'ร้าน', address: 'ถนนสีลม' }).text).toContain('ร้าน')
})
