import { expect, test } from 'vitest'
import { signWebhook } from './signature.ts'

test("signs as LINE's own SDK expects", () => {
  expect(signWebhook('test_secret', '{"hello":"world"}')).toBe('t7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=')
})
