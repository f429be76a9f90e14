import { MESSAGE_PLACEHOLDERS, TIME_ZONE } from 'shared/contract/constants.ts'
import { type Script, SLIP, STICKER } from './scripts/script.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface Slip {
  amount: string
  /** ISO 8601. */
  at: string
  from: string
  last4: string
  reference: string
}

export interface Line {
  from: 'customer' | 'staff'
  type: 'text' | 'sticker' | 'image'
  /** Text of the message; for stickers and images, the text that lists show. */
  text: string
  slip?: Slip
}

interface Manner {
  statement: string
  question: string
  request: string
  self: string
  /** True to write the Thai vowel แ as two เ, a common typing habit. */
  doubleE: boolean
}

const MALE_NAMES = [
  ...['ธีรภัทร', 'ณัฐวุฒิ', 'วรัญญู', 'อภิชาติ', 'ธนกร', 'กิตติ', 'วิชัย', 'ภูริณัฐ', 'สมศักดิ์', 'ปิยะพงษ์', 'ชัยวัฒน์'],
  ...[
    'เอกชัย',
    'พีรพล',
    'สิทธิชัย',
    'อนุชา',
    'เกรียงไกร',
    'ยุทธนา',
    'ไพโรจน์',
    'แบงค์',
    'พี่หนุ่ม',
    'บอล',
    'เฮียชัย',
    'ลุงดำ',
    'ต้นกล้า',
  ],
  ...['ณัฐพล', 'ธนวัฒน์', 'วีรยุทธ', 'Somchai', 'Nattapong', 'Beam', 'Arthit', 'Mr.', 'Golf'],
]

const isMale = (name: string) => MALE_NAMES.some((male) => name.startsWith(male))

function callName(displayName: string): string {
  const words = displayName.split(' ')
  return (words[0] === 'Mr.' ? words.slice(0, 2).join(' ') : words[0]) || displayName
}

function customerManner(random: SeededRandom, name: string): Manner {
  const doubleE = random.chance(0.08)
  if (isMale(name)) {
    const polite = random.weighted([
      ['ครับ', 7],
      ['คับ', 2],
      ['ครับผม', 1],
    ] as const)
    return {
      statement: polite,
      question: polite === 'คับ' ? 'คับ' : 'ครับ',
      request: 'นะครับ',
      self: 'ผม',
      doubleE,
    }
  }
  const [statement, question] = random.weighted([
    [['ค่ะ', 'คะ'], 7],
    [['ค่า', 'คะ'], 2],
    // The most common misspelling of the polite particles.
    [['คะ', 'ค่ะ'], 1],
  ] as [[string, string], number][])
  return { statement, question, request: 'นะคะ', self: random.pick(['เรา', 'หนู', 'ดิฉัน', 'พี่']), doubleE }
}

function staffManner(name: string): Pick<Manner, 'statement' | 'question' | 'request'> {
  return isMale(name)
    ? { statement: 'ครับ', question: 'ครับ', request: 'นะครับ' }
    : { statement: 'ค่ะ', question: 'คะ', request: 'นะคะ' }
}

const BANKS = ['กสิกรไทย', 'ไทยพาณิชย์', 'กรุงเทพ', 'กรุงไทย', 'กรุงศรี', 'ออมสิน', 'ทหารไทยธนชาต', 'ทรูมันนี่']
const AMOUNTS = [
  '500',
  '800',
  '1,000',
  '1,200',
  '1,500',
  '2,000',
  '2,350',
  '3,000',
  '5,000',
  '7,500',
  '10,000',
  '12,800',
]
const SMALL_AMOUNTS = ['100', '150', '200', '250', '300', '399', '500']

export function renderScript(
  random: SeededRandom,
  script: Script,
  participants: { customer: string; agent: string; openedAt: Date },
): Line[] {
  const customer = customerManner(random, participants.customer)
  const staff = staffManner(participants.agent)
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: TIME_ZONE })
  const before = new Date(participants.openedAt.getTime() - random.whole(6, 45) * 60_000)
  const details: Record<string, string> = {
    c: customer.statement,
    cq: customer.question,
    cn: customer.request,
    me: customer.self,
    s: staff.statement,
    sq: staff.question,
    sn: staff.request,
    name: callName(participants.customer),
    agent: callName(participants.agent),
    amount: random.pick(AMOUNTS),
    small: random.pick(SMALL_AMOUNTS),
    bank: random.pick(BANKS),
    time: clock.format(before),
    ref: random.digits(8),
    last4: random.digits(4),
    mins: String(random.pick([5, 10, 10, 15, 15, 20])),
  }
  return script.map((written) => {
    const from = written.startsWith('>') ? 'staff' : 'customer'
    const words = written
      .slice(2)
      .replace(/\(([^()]*\|[^()]*)\)/g, (_, choices: string) => random.pick(choices.split('|')))
      .replace(/\{(\w+)\}/g, (slot, name: string) => details[name] ?? slot)
    if (words === STICKER) return { from, type: 'sticker', text: STICKER }
    const amount = SLIP.exec(words)?.[1]
    if (amount !== undefined) {
      const reference = `${before.getUTCFullYear()}${details.ref}${amount.replace(',', '').padStart(5, '0')}`
      const slip = {
        amount,
        at: before.toISOString(),
        from: participants.customer,
        last4: details.last4 ?? '',
        reference,
      }
      return { from, type: 'image', text: MESSAGE_PLACEHOLDERS.image, slip }
    }
    const text = from === 'customer' && customer.doubleE ? words.replaceAll('แ', 'เเ') : words
    return { from, type: 'text', text: text.replace(/นะนะ/g, 'นะ').trim() }
  })
}
