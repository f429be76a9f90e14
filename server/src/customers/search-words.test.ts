import { listCustomers } from 'shared/contract/customers/list-customers.call.ts'
import { beforeAll, expect, test } from 'vitest'
import { useTestDesk } from '../testing/use-test-desk.ts'

const desk = useTestDesk()
let headers: { authorization: string }

beforeAll(async () => {
  headers = (await desk.signInAs({ role: 'BUSINESS' })).headers
  await desk.query(
    `insert into customers (channel_key, line_user_id, display_name, name_norm)
     select 'main', id, name, lower(name) from (values
       ('U0123456789abcdef0123456789abcdef', 'สมชาย ใจดี'), ('Uffffffffffffffffffffffffffffffff', 'สมหญิง ใจดี')) c (id, name)`,
  )
})

test.each([
  ['ใจดี สมชาย', ['สมชาย ใจดี']],
  ['  สมชาย   ใจดี ', ['สมชาย ใจดี']],
  ['ใจ ชาย', ['สมชาย ใจดี']],
  ['สมชาย สมหญิง', []],
  ['789abcdef01', ['สมชาย ใจดี']],
  ['89ABCDEF', ['สมชาย ใจดี']],
  ['U0123', ['สมชาย ใจดี']],
  ['89%abc', []],
])('a search for %j finds %j', async (search, names) => {
  const url = `/api/business/customers?search=${encodeURIComponent(search)}`
  const { items } = listCustomers.response.parse((await desk.app.inject({ url, headers })).json())
  expect(items.map(({ display_name }) => display_name)).toEqual(names)
})
