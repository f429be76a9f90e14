import { expect, test } from 'vitest'
import { filmStillPng } from './film-still.ts'

test('the first picture of a film is the same for an id, wide as films are, and another for others', () => {
  const picture = filmStillPng('175')
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([320, 180])
  expect(filmStillPng('175').equals(picture)).toBe(true)
  expect(filmStillPng('176').equals(picture)).toBe(false)
})
