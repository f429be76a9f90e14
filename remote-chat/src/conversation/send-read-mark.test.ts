import { ApiError, deskApi } from 'shared/api'
import { readTicket } from 'shared/contract/tickets/read-ticket.call.ts'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { sendReadMark } from './send-read-mark.ts'

let postRead: MockInstance<() => Promise<void>>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  postRead = vi.spyOn(deskApi as { call(): Promise<void> }, 'call')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('retries a read mark with growing delays while the server is unavailable, and stops eventually', async () => {
  postRead.mockRejectedValue(new ApiError('network', 0))
  const notified = sendReadMark('t', 7, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(postRead.mock.calls.length).toBeGreaterThan(2)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(await notified).toBe(false)
  expect(postRead).toHaveBeenCalledTimes(7)
})

test('a read mark reaches a server that is available again within a minute', async () => {
  postRead.mockRejectedValue(new ApiError('network', 0))
  const notified = sendReadMark('t', 7, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(40_000)
  postRead.mockResolvedValue(undefined)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await notified).toBe(true)
  expect(postRead).toHaveBeenLastCalledWith(readTicket, { params: { id: 't' }, body: { seq: 7 } })
})

test('stops sending a read mark when the conversation is closed, and does not retry a refusal', async () => {
  postRead.mockRejectedValue(new ApiError('network', 0))
  const left = new AbortController()
  const notified = sendReadMark('t', 7, left.signal)
  await vi.advanceTimersByTimeAsync(1_000)
  left.abort()
  expect(await notified).toBe(false)
  postRead.mockReset().mockRejectedValue(new ApiError('not_found', 404))
  expect(await sendReadMark('t', 7, new AbortController().signal)).toBe(true)
  expect(postRead).toHaveBeenCalledOnce()
})
