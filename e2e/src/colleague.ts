import { expect } from '@playwright/test'
import { signInByHttp } from './sign-in.ts'

const LIMIT_MS = 20_000

/** What a colleague does with a customer's case, without a page of their own. */
export async function colleagueOf(deskUrl: string, staff: { user_id: string }) {
  const headers = { authorization: `Bearer ${await signInByHttp(deskUrl, staff.user_id)}` }
  const call = async (path: string, method = 'GET') => {
    const answer = await fetch(`${deskUrl}/api/staff/tickets${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { items?: { id: string }[] }
  }
  /** What a customer wrote a moment ago is on its way to the desk. */
  const idOf = async (customer: string) => {
    const found = async () =>
      (await call(`?search=${encodeURIComponent(customer)}&status=OPEN`)).items?.[0]?.id ?? ''
    await expect.poll(found, `an open case of ${customer}`).not.toBe('')
    return await found()
  }
  return {
    accept: async (customer: string) => void (await call(`/${await idOf(customer)}/accept`, 'POST')),
  }
}
