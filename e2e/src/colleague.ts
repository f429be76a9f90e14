import { expect } from '@playwright/test'
import { signInByHttp } from './sign-in.ts'

const LIMIT_MS = 20_000

/** What a colleague does with a customer's case, without a page of their own. */
export async function colleagueOf(deskUrl: string, staff: { user_id: string }) {
  const headers = { authorization: `Bearer ${await signInByHttp(deskUrl, staff.user_id)}` }
  const call = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${deskUrl}/api/staff/tickets${path}`, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { items?: { id: string }[]; assigned_to?: { id: string } }
  }
  /** What a customer wrote a moment ago is on its way to the desk. */
  const idOf = async (customer: string) => {
    const found = async () =>
      (await call(`?search=${encodeURIComponent(customer)}&status=OPEN`)).items?.[0]?.id ?? ''
    await expect.poll(found, `an open case of ${customer}`).not.toBe('')
    return await found()
  }
  return {
    answer: async (customer: string, text: string) =>
      void (await call(`/${await idOf(customer)}/send`, 'POST', { type: 'text', text })),
    accept: async (customer: string) => void (await call(`/${await idOf(customer)}/accept`, 'POST')),
    /** Whoever holds the case. */
    giveBack: async (customer: string, reason: string) => {
      const id = await idOf(customer)
      const from = (await call(`/${id}`)).assigned_to?.id
      await call(`/${id}/return`, 'POST', { from, reason })
    },
  }
}
