import { expect, test } from '../src/desk-test.ts'
import { openTicket, rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [here, there] = VIEWPORTS

test(`the read state of ${here.name} is shared with the other device, where the ticket still needs a reply`, async ({
  openPage,
  simulator,
}) => {
  const name = `สองเครื่อง ${here.name}`
  const customer = await simulator.addCustomer(name)
  await simulator.write('main', customer.user_id, 'ข้อความแรก')
  const staff = await simulator.staffWith('ADMIN')
  const address = `/chat-queue?search=${encodeURIComponent(name)}`
  const [reading, other] = [
    await openPage({ size: here, staff, address }),
    await openPage({ size: there, staff, address }),
  ]
  for (const page of [reading, other]) await expect(rowOf(page, name)).toContainText('ยังไม่ได้อ่าน 1')
  await simulator.write('main', customer.user_id, 'ข้อความที่สอง')
  for (const page of [reading, other]) await expect(rowOf(page, name)).toContainText('ยังไม่ได้อ่าน 2')
  await openTicket(reading, name)
  await expect(reading.getByRole('log').getByText('ข้อความที่สอง')).toBeVisible()
  await expect(rowOf(other, name)).not.toContainText('ยังไม่ได้อ่าน')
  // After a reload the read state comes from the server.
  await other.reload()
  await expect(rowOf(other, name)).toContainText('ข้อความที่สอง')
  await expect(rowOf(other, name)).not.toContainText('ยังไม่ได้อ่าน')
  await openTicket(other, name)
  await expect(other.getByText(/^รอตอบ/)).toBeVisible()
})
