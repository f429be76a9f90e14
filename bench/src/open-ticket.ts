import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 100
const POLL_MS = 100

export async function openTicketOf(deskUrl: string, token: string, customer?: string): Promise<string> {
  const query = new URLSearchParams({ status: 'OPEN', ...(customer !== undefined && { search: customer }) })
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const response = await fetch(`${deskUrl}/api/staff/tickets?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`the list returned ${response.status}`)
    const { items } = (await response.json()) as { items: { id: string }[] }
    if (items[0]) return items[0].id
    await pause(POLL_MS)
  }
  throw new Error(`there is no open ticket of ${customer ?? 'anyone'}`)
}
