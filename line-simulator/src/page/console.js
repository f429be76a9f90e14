import {
  addFault,
  clearFaults,
  readChannel,
  readFaults,
  removeFault,
  setChannel,
  verifyWebhook,
} from './api.js'
import { byId, el } from './dom.js'

const TARGETS = {
  push: 'พุช (push)',
  reply: 'ตอบกลับ (reply)',
  content: 'ดึงไฟล์ (content)',
  profile: 'โปรไฟล์ (profile)',
  webhook: 'เว็บฮุก (webhook)',
}

const MODES = {
  500: 'ตอบ 500',
  429: 'ตอบ 429 เรียกถี่เกินไป',
  quota: 'ตอบ 429 โควตาหมด',
  drop_answer: 'รับงานแล้วตัดสายไม่ตอบ',
  drop_request: 'ตัดสายก่อนรับงาน',
  delay: 'ช้า',
  expired_token: 'โทเคนตอบกลับหมดอายุ',
  202: 'ตอบ 202 กำลังเตรียมไฟล์',
  404: 'ตอบ 404 ไม่พบไฟล์',
  410: 'ตอบ 410 ไฟล์หมดอายุ',
  transcoding_failed: 'แปลงไฟล์ไม่สำเร็จ',
  duplicate: 'ส่งซ้ำสองครั้ง',
  reorder: 'สลับลำดับ',
  redeliver: 'ส่งซ้ำแบบ redelivery',
}

const option = (value, textContent) => el('option', { value, textContent })

function describe(fault) {
  const parts = [`${Math.round(fault.rate * 100)}%`]
  if (fault.mode === 'delay') parts.push(`${fault.delay_ms / 1000} วินาที`)
  if (fault.calls)
    parts.push(fault.target === 'content' ? `${fault.calls} ครั้งแรกของแต่ละไฟล์` : `${fault.calls} ครั้งแรก`)
  if (fault.seed !== undefined) parts.push(`seed ${fault.seed}`)
  parts.push(`เกิดแล้ว ${fault.struck} ครั้ง`)
  return parts.join(' · ')
}

/** LINE's console for the selected channel, and the injected faults of the whole platform. */
export class Console {
  constructor(warn) {
    this.warn = warn
    this.channel = undefined
    this.modes = {}
    byId('open-console').addEventListener('click', () => this.open())
    byId('close-console').addEventListener('click', () => byId('console').close())
    byId('fault-target').append(...Object.entries(TARGETS).map(([value, text]) => option(value, text)))
    byId('fault-target').addEventListener('change', () => this.showModes())
    byId('fault-mode').addEventListener('change', () => this.showFields())
    byId('fault-form').addEventListener('submit', (event) => {
      event.preventDefault()
      this.try(() => this.add())
    })
    byId('clear-faults').addEventListener('click', () => this.try(clearFaults))
    byId('quota-kind').addEventListener('change', () => this.showQuotaKind())
    byId('quota-form').addEventListener('submit', (event) => {
      event.preventDefault()
      const limited = byId('quota-kind').value === 'limited'
      const quota = limited ? Number(byId('quota-limit').value) : 'none'
      this.try(() => this.set({ quota, used: Number(byId('quota-used').value) }))
    })
    for (const name of ['redelivery', 'chat', 'standby']) {
      byId(`set-${name}`).addEventListener('change', (event) =>
        this.try(() => this.set({ [name]: event.target.checked })),
      )
    }
    byId('verify').addEventListener('click', () => this.try(() => this.verify()))
  }

  async try(work) {
    try {
      await work()
    } catch {
      byId('console-note').textContent = 'ทำรายการไม่สำเร็จ กรุณาตรวจสอบค่าที่กรอก'
    }
  }

  /** Selects the channel whose settings are shown. */
  of(channel) {
    this.channel = channel
    if (byId('console').open) this.try(() => this.readBotInfo())
  }

  async open() {
    byId('console-note').textContent = ''
    byId('console').showModal()
    await this.try(async () => {
      await Promise.all([this.readBotInfo(), this.readFaults()])
      this.showModes()
    })
  }

  async readBotInfo() {
    this.showAccount(await readChannel(this.channel.key))
  }

  showAccount(account) {
    byId('console-channel').textContent = this.channel.name
    byId('console-endpoint').textContent = account.endpoint
    for (const name of ['redelivery', 'chat', 'standby']) byId(`set-${name}`).checked = account[name]
    byId('quota-kind').value = account.quota === 'none' ? 'none' : 'limited'
    if (account.quota !== 'none') byId('quota-limit').value = account.quota
    byId('quota-used').value = account.used
    this.showQuotaKind()
  }

  showQuotaKind() {
    byId('quota-limit').disabled = byId('quota-kind').value === 'none'
  }

  async set(fields) {
    this.showAccount(await setChannel(this.channel.key, fields))
    byId('console-note').textContent = 'บันทึกแล้ว'
  }

  async verify() {
    const { reason, status } = await verifyWebhook(this.channel.key)
    byId('console-note').textContent =
      reason === 'OK' ? `เว็บฮุกตอบ ${status} ใช้งานได้` : `เว็บฮุกใช้งานไม่ได้: ${reason} (${status})`
  }

  /** Shows the current faults in the console, and the number of faults in the page's header. */
  async readFaults() {
    const { faults, modes } = await readFaults()
    this.modes = modes
    const sign = byId('fault-count')
    sign.hidden = faults.length === 0
    sign.textContent = String(faults.length)
    byId('open-console').setAttribute(
      'aria-label',
      faults.length > 0 ? `คอนโซล มีข้อผิดพลาดจำลอง ${faults.length} รายการ` : 'คอนโซล',
    )
    byId('clear-faults').hidden = faults.length === 0
    byId('no-faults').hidden = faults.length > 0
    byId('faults').replaceChildren(
      ...faults.map((fault) => {
        const remove = el('button', { type: 'button', textContent: 'ลบ' })
        remove.setAttribute('aria-label', `ลบ ${TARGETS[fault.target]} ${MODES[fault.mode]}`)
        remove.addEventListener('click', () => this.try(() => removeFault(fault.id)))
        const name = el('b', { textContent: `${TARGETS[fault.target]}: ${MODES[fault.mode]}` })
        return el('li', {}, el('span', {}, name, el('small', { textContent: describe(fault) })), remove)
      }),
    )
  }

  showModes() {
    const modes = this.modes[byId('fault-target').value] ?? []
    byId('fault-mode').replaceChildren(...modes.map((mode) => option(mode, MODES[mode])))
    this.showFields()
  }

  showFields() {
    byId('fault-delay-field').hidden = byId('fault-mode').value !== 'delay'
  }

  async add() {
    const number = (id) => (byId(id).value === '' ? undefined : Number(byId(id).value))
    await addFault({
      target: byId('fault-target').value,
      mode: byId('fault-mode').value,
      rate: Number(byId('fault-rate').value) / 100,
      delay_ms: Math.round(Number(byId('fault-delay').value) * 1000),
      calls: number('fault-calls'),
      seed: number('fault-seed'),
    })
  }
}
