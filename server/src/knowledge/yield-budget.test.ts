import { expect, test } from 'vitest'
import { YieldBudget } from './yield-budget.ts'

test('yields to the event loop after a number of characters, for few long texts and many short ones', async () => {
  const count = async (texts: number, characters: number): Promise<number> => {
    const yieldBudget = new YieldBudget()
    let given = 0
    for (let text = 0; text < texts; text += 1) if (await yieldBudget.after(characters)) given += 1
    return given
  }
  expect(await count(57, 58_700)).toBe(57)
  expect(await count(100, 700)).toBe(3)
  expect(await count(10, 100)).toBe(0)
})
