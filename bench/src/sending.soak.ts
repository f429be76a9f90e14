import { compareTexts, openTicketOf, seededRandom, sendThroughFaults } from 'e2e/faulty-sending.ts'
import { createApi } from '../../shared/src/api/client.ts'
import { listMessages } from '../../shared/src/contract/messages/list-messages.call.ts'
import type { Message } from '../../shared/src/contract/messages/message.ts'
import { type BrowsedDesk, startBrowsedDesk } from './browsed-desk.ts'
import type { SoakOptions } from './soak.ts'

const SENDS = 1_000
const ARRIVES_WITHIN_MS = 5 * 60_000

/** Returns true when all messages are on the customer's phone once and in order. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  let isWhole = true
  // Raises the limit of API calls, because one user sends a day's messages within minutes.
  await using desk = await startBrowsedDesk('ADMIN', { env: { CALLS_PER_MINUTE: '100000' } })
  const { simulator, token } = desk
  for (let round = 0; round < rounds; round += 1) {
    const customer = await simulator.addCustomer(`ทดสอบ ส่ง ${round}`)
    await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
    const address = await openTicketOf(desk.deskUrl, token, customer.display_name)
    const context = await desk.browser.newContext()
    await context.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token)
    const texts = Array.from({ length: SENDS }, (_, index) => `${round}/${index + 1}`)
    const began = performance.now()
    const counts = await sendThroughFaults({
      context,
      address,
      texts,
      lost: 0.3,
      kills: 20,
      random: seededRandom(seed + round),
    })
    const arrived = await arrivedOf(desk, customer.user_id)
    const { missing, doubled, isInOrder } = compareTexts(texts, arrived)
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(
      `seed ${seed + round}: ${SENDS} sends in ${seconds} s, ${counts.lost} responses lost, ${counts.killed} tabs killed`,
    )
    console.log(
      `  lost ${missing.length}, duplicated ${doubled.length}, ${isInOrder ? 'in order' : 'OUT OF ORDER'}`,
    )
    const early = arrived.filter((text, index) => numberOf(text) > numberOf(arrived[index + 1]))
    const wrong = [...missing, ...doubled, ...early].slice(0, 20)
    const stored = wrong.length === 0 ? [] : await storedOf(address, token)
    for (const text of wrong) {
      const at = arrived.indexOf(text)
      console.log(`  WRONG ${text}, at the customer: ${arrived.slice(Math.max(0, at - 3), at + 4).join(' ')}`)
      const stats = counts.storedAtKill.get(text ?? '')
      if (stats !== undefined)
        console.log(`    killed while it was being sent, then stored in: ${stats.join(', ') || 'nowhere'}`)
      for (const { seq, delivery, delivery_error } of stored.filter((each) => each.text === text))
        console.log(
          `    stored as ${seq}, ${delivery} ${delivery_error ?? ''}, among ${stored
            .filter((each) => Math.abs(each.seq - seq) < 4)
            .map((each) => each.text)
            .join(' ')}`,
        )
    }
    if (missing.length + doubled.length > 0 || !isInOrder) isWhole = false
    await context.close()
  }
  return isWhole
}

async function arrivedOf({ simulator }: BrowsedDesk, userId: string): Promise<(string | undefined)[]> {
  const until = performance.now() + ARRIVES_WITHIN_MS
  for (;;) {
    const texts = (await simulator.inbox('main', userId)).map(({ text }) => text)
    if (texts.length >= SENDS || performance.now() > until) return texts
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const numberOf = (text: string | undefined) => Number(text?.split('/')[1] ?? Number.POSITIVE_INFINITY)

async function storedOf(address: string, token: string): Promise<Message[]> {
  const api = createApi({ baseUrl: new URL(address).origin, token: () => token })
  const id = address.slice(address.lastIndexOf('/') + 1)
  const found: Message[] = []
  for (let before_seq: number | undefined; ; before_seq = found[0]?.seq) {
    const query = before_seq === undefined ? {} : { before_seq }
    const { items, has_more } = await api.call(listMessages, { params: { id }, query })
    found.unshift(...items)
    if (!has_more || items.length === 0) return found
  }
}
