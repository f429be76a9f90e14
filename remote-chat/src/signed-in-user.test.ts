import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { canClose, isAssignee, type Viewer } from './signed-in-user.ts'

const plainUser: Viewer = { ...MockAgent, role: null }
const held = (staffMember: Partial<ReturnType<typeof staffMemberOf>>) =>
  mockTicket({ id: 't', assigned_to: { ...staffMemberOf(MockManager), ...staffMember } })

describe('comparison of user and assignee', () => {
  test.each([
    ['id', { id: MockAgent.id, line_user_id: '' }],
    ['LINE user id', { id: 'other', line_user_id: MockAgent.line_user_id }],
    ['LINE user id in the id field', { id: MockAgent.line_user_id, line_user_id: '' }],
    ['name when there is no id', { id: '', line_user_id: '', display_name: MockAgent.display_name }],
  ])('the user is recognized as the assignee by %s', (_, staffMember) => {
    expect(isAssignee(plainUser, held(staffMember))).toBe(true)
    expect(canClose(plainUser, held(staffMember))).toBe(true)
  })
  test('a user with the assignee’s name but another id counts as the assignee only for the close button', () => {
    const namesake = held({ id: 'x', line_user_id: 'y', display_name: MockAgent.display_name })
    expect(isAssignee(plainUser, namesake)).toBe(false)
    expect(canClose(plainUser, namesake)).toBe(true)
  })
})

describe('closing another agent’s ticket', () => {
  test.each(['BUSINESS', 'ADMIN'] as const)('closing another agent’s ticket is allowed for %s', (role) =>
    expect(canClose({ ...MockAgent, role }, held({}))).toBe(true),
  )
  test('closing another agent’s ticket is allowed with the permission to close any ticket', () =>
    expect(canClose({ ...plainUser, permissions: ['close_any_ticket'] }, held({}))).toBe(true))
  test('others cannot close another agent’s ticket', () => expect(canClose(plainUser, held({}))).toBe(false))
})

test('hides the close button of closed and unassigned tickets, and without a signed-in user', () => {
  expect(canClose(MockManager, { ...held({}), status: 'CLOSED' })).toBe(false)
  expect(canClose(MockManager, mockTicket({ id: 't' }))).toBe(false)
  expect(canClose(null, held({}))).toBe(false)
})
