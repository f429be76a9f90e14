import { expect, test } from 'vitest'
import { sameQuestionKey } from './question-key.ts'

test('the key of a question ignores spaces, punctuation and polite endings', () => {
  const key = sameQuestionKey('ส่งฟรีไหม')
  for (const each of ['ส่งฟรี ไหม?', 'ส่งฟรีไหมคะ', 'ส่งฟรีไหม นะคะ', 'ส่งฟรีไหมครับผม', 'ส่งฟรีไหม ค่ะ!', 'ส่งฟรีไหมจ้า'])
    expect(sameQuestionKey(each), each).toBe(key)
  expect(sameQuestionKey('ส่งฟรีทุกวันไหมคะ')).not.toBe(key)
})

test('the key of a question is never empty', () => {
  expect(sameQuestionKey('นะคะ')).not.toBe('')
  expect(sameQuestionKey('คะ'.repeat(20_000))).toBe('คะ')
})
