import { expect, test } from '@playwright/test'
import { signInByHttp } from '../src/sign-in.ts'
import { Simulator } from '../src/simulator-client.ts'
import { startProduct } from '../src/start-product.ts'

/** The product is killed during traffic and restarted. Afterwards every acknowledged message exists exactly once. */
test('no acknowledged message is lost when the server is killed', async () => {
  test.setTimeout(240_000)
  const product = await startProduct({ demo: true })
  try {
    const simulator = new Simulator(product.simulatorUrl)
    const customer = await simulator.addCustomer('ไฟดับ กลางคัน')
    const token = await signInByHttp(product.deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
    const acknowledged: string[] = []
    const writing = (async () => {
      for (let i = 1; i <= 200; i += 1) {
        const text = `ข้อความที่ ${i}`
        const response = await simulator.write('main', customer.user_id, text).catch(() => undefined)
        if (response?.status !== 200) return
        acknowledged.push(text)
        if (i === 40) void product.stop('SIGKILL')
      }
    })()
    await writing
    expect(acknowledged.length).toBeGreaterThanOrEqual(40)
    // Checks that some messages were not acknowledged: otherwise the kill would have happened after the traffic.
    expect(acknowledged.length).toBeLessThan(200)
    await product.restart()
    const headers = { authorization: `Bearer ${token}` }
    // Retries, because webhooks that were accepted just before the kill are applied only shortly after the restart.
    await expect(async () => {
      const found = await fetch(
        `${product.deskUrl}/api/staff/tickets?search=${encodeURIComponent('ไฟดับ')}&status=OPEN`,
        { headers },
      )
      const list = (await found.json()) as { items: { id: string }[]; total: number }
      expect(list.total).toBe(1)
      const response = await fetch(
        `${product.deskUrl}/api/staff/tickets/${list.items[0]?.id}/messages?limit=200`,
        { headers },
      )
      const { items } = (await response.json()) as { items: { seq: number; text: string }[] }
      const texts = items.map((each) => each.text)
      expect(new Set(texts).size).toBe(texts.length)
      expect(items.map((each) => each.seq)).toEqual(items.map((_, index) => index + 1))
      for (const text of acknowledged) expect(texts).toContain(text)
    }).toPass({ timeout: 30_000 })
  } finally {
    await product.stop().catch(() => undefined)
    product.remove()
  }
})
