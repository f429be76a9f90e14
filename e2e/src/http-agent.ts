import { expect } from '@playwright/test'
import { signInByHttp } from './sign-in.ts'

const LIMIT_MS = 20_000

/** Returns functions with which another agent works on a customer's ticket, over HTTP without a page. */
export async function createHttpAgent(deskUrl: string, staff: { user_id: string }) {
  const headers = { authorization: `Bearer ${await signInByHttp(deskUrl, staff.user_id)}` }
  const call = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${deskUrl}/api/staff/tickets${path}`, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { items?: { id: string }[]; assigned_to?: { id: string } }
  }
  /** Waits for the customer's ticket, because a recent message may not have reached the desk yet. */
  const idOf = async (customer: string) => {
    const found = async () =>
      (await call(`?search=${encodeURIComponent(customer)}&status=OPEN`)).items?.[0]?.id ?? ''
    await expect.poll(found, `an open case of ${customer}`).not.toBe('')
    return await found()
  }
  return {
    reply: async (customer: string, text: string) =>
      void (await call(`/${await idOf(customer)}/send`, 'POST', { type: 'text', text })),
    accept: async (customer: string) => void (await call(`/${await idOf(customer)}/accept`, 'POST')),
    /** Unassigns the customer's ticket. */
    unassign: async (customer: string, reason: string) => {
      const id = await idOf(customer)
      const from = (await call(`/${id}`)).assigned_to?.id
      await call(`/${id}/unassign`, 'POST', { from, reason })
    },
  }
}
