import { expect, test } from 'vitest'
import { isCommitSubject } from './commit-subject.ts'

test.each([
  ['fix(chat): retain the draft of a closed ticket', true],
  ['docs: describe the backup', true],
  ['feat(server)!: remove an old call', true],
  [`fix: ${'a'.repeat(67)}`, true],
  [`fix: ${'a'.repeat(68)}`, false],
  ['retain the draft', false],
  ['fix(chat) retain the draft', false],
  ['fix(chat): Retain the draft', false],
  ['improve(chat): retain the draft', false],
  ['', false],
])('the commit subject %j is valid: %s', (subject, isValid) => {
  expect(isCommitSubject(subject)).toBe(isValid)
})
