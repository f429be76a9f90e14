import { expect, test } from 'vitest'
import { isComposing, isSendKey } from './keyboard-events.ts'
import { isTyping } from './typing-key.ts'

const pressed = (part: Partial<KeyboardEvent>) =>
  ({
    key: 'Enter',
    ctrlKey: false,
    metaKey: false,
    isComposing: false,
    keyCode: 13,
    ...part,
  }) as KeyboardEvent

test.each([
  ['Enter without a modifier', {}, false],
  ['Ctrl + Enter', { ctrlKey: true }, true],
  ['⌘ + Enter', { metaKey: true }, true],
  ['Ctrl + another key', { ctrlKey: true, key: 'k' }, false],
  ['Ctrl + Enter within a composition', { ctrlKey: true, isComposing: true }, false],
  ['the Enter that ends a composition', { ctrlKey: true, keyCode: 229 }, false],
])('recognizes the keys that send a text: %s', (_, part, sends) => {
  expect(isSendKey(pressed(part))).toBe(sends)
})

test.each([
  [{}, false],
  [{ isComposing: true }, true],
  [{ keyCode: 229 }, true],
])('recognizes keys that belong to an input method: %o', (part, composes) => {
  expect(isComposing(pressed(part))).toBe(composes)
})

test.each([
  ['a', {}, true],
  ['แ', { shiftKey: true }, true],
  ['ำ', {}, true],
  [' ', {}, true],
  ['Dead', {}, true],
  ['Process', {}, true],
  ['@', { ctrlKey: true, altKey: true, getModifierState: () => true }, true],
  ['Enter', {}, false],
  ['F5', {}, false],
  ['Shift', {}, false],
  ['c', { ctrlKey: true }, false],
  ['c', { metaKey: true }, false],
  ['ç', { altKey: true }, false],
])('the key %j with %o types a character: %s', (key, part, types) => {
  expect(isTyping(pressed({ altKey: false, getModifierState: () => false, ...part, key }))).toBe(types)
})
