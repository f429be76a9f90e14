import { expect, test } from 'vitest'
import { staffFirstName, staffLabel } from './staff-label.ts'
import { readStaffMember } from './staff-member.ts'

test.each([
  [{ id: '1', display_name: 'Ploy' }, 'Ploy', 'Ploy'],
  [{ id: '1', display_name: 'Ploy Jaidee', id_tail: 'a1b2' }, 'Ploy Jaidee (…a1b2)', 'Ploy (…a1b2)'],
  [{ id: '1', display_name: '', id_tail: 'a1b2' }, '1 (…a1b2)', '1 (…a1b2)'],
])('the label of the staff member %j is %s', (raw, label, firstName) => {
  const staff = readStaffMember(raw)
  if (staff === null) throw new Error('not read')
  expect(staffLabel(staff)).toBe(label)
  expect(staffFirstName(staff)).toBe(firstName)
})
