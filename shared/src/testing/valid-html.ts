import { afterEach, expect } from 'vitest'

const invalid: string[] = []
const { error } = console
console.error = (...args: unknown[]) => {
  if (/cannot (be a descendant of|contain)/.test(String(args[0]))) invalid.push(String(args[0]))
  error(...args)
}

// React only reports elements in places where HTML does not allow them; browsers move such elements elsewhere.
afterEach(() => expect(invalid.splice(0)).toEqual([]))
