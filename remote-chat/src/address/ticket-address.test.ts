import { expect, test } from 'vitest'
import { ticketAddress, ticketIn } from './ticket-address.ts'

const locate = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://desk')
  return { pathname, params: searchParams }
}

test.each([
  ['/chat-queue', null],
  ['/chat-queue?search=a', null],
  ['/chat-queue?ticket=a', 'a'],
  ['/my-tickets?open=a', 'a'],
  ['/my-ticket/a%20b', 'a b'],
  ['/my-ticket/', null],
  ['/my-tickets?open=', null],
  ['/my-ticket/a?ticket=&open=', 'a'],
  ['/my-ticket/100%', '100%'],
])('the URL %s opens the ticket %j', (address, ticketId) => {
  expect(ticketIn(locate(address))).toBe(ticketId)
})

test.each([
  ['/chat-queue?channel=vip', '/chat-queue?channel=vip&ticket=b'],
  // The `message` parameter is dropped, because it belongs to ticket a.
  ['/chat-queue?ticket=a&message=37', '/chat-queue?ticket=b'],
  ['/my-tickets?tab=closed&open=a', '/my-tickets?tab=closed&ticket=b'],
  ['/my-ticket/a?sort=new', '/my-tickets?sort=new&ticket=b'],
  ['/dashboard?days=7', '/chat-queue?ticket=b'],
])('on the page %s, opening a ticket leads to the URL %s', (from, to) => {
  expect(ticketAddress('b', null, locate(from))).toBe(to)
})
