/** Matches digits that are not ASCII. NFKC already converts variants of ASCII digits (full width, bold). */
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu
const DIGIT = /\p{Nd}/u

/** Converts digits of every script to ASCII: `๕๕๗` becomes `557`. */
export function normalizeDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The digits of a script are ten consecutive code points. The digits of two scripts may be adjacent.
    let zero = code
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

const DIGIT_RUNS = /\d[\d,. \-\u2010-\u2015\u2212]*/g
const DASH = /^[-\u2010-\u2015\u2212]$/
/** Lengths of the digit groups in bank account, citizen id and card numbers. */
const SHAPES = ['3,1,5,1', '3,6,1', '1,4,5,2,1', '4,4,4,4']
/** Maximum number of digit groups in one number. Limits the work per group. */
const MAX_GROUPS = 8
const DIGITS = { least: 9, most: 19 }

interface Group {
  digits: string
  end: number
  /** Character between this digit group and the next. Empty when there are several characters, or no next group. */
  separator: string
}

/**
 * Returns the positions of separators inside long numbers: thousands (the comma of `1,000.50`), phone, account, citizen
 * id and card numbers. Ignores decimals (`1.5`), dates (`31/12/69`), ranges (`10-20`) and adjacent numbers.
 */
export function numberSeparators(text: string): number[] {
  const found: number[] = []
  for (const { 0: run, index } of text.matchAll(DIGIT_RUNS)) {
    const groups = groupsOf(run)
    for (let at = 0; at < groups.length; ) {
      const before = groups[at - 1]?.separator ?? text.charAt(index - 1)
      const count = thousandsAt(groups, at) || longNumberAt(groups, at, before) || 1
      for (const { end } of groups.slice(at, at + count - 1)) found.push(index + end)
      at += count
    }
  }
  return found
}

function groupsOf(run: string): Group[] {
  return [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const end = index + digits.length
    const next = run.slice(end + 1, end + 2)
    return { digits, end, separator: next >= '0' && next <= '9' ? run.charAt(end) : '' }
  })
}

function thousandsAt(groups: readonly Group[], at: number): number {
  if ((groups[at]?.digits.length ?? 0) > 3) return 0
  let count = 1
  while (groups[at + count - 1]?.separator === ',' && groups[at + count]?.digits.length === 3) count += 1
  return count > 1 ? count : 0
}

function longNumberAt(groups: readonly Group[], at: number, before: string): number {
  let [digits, isDashed, found] = ['', true, 0]
  const lengths: number[] = []
  for (let count = 1; count <= MAX_GROUPS; count += 1) {
    const group = groups[at + count - 1]
    if (group === undefined) break
    digits += group.digits
    lengths.push(group.digits.length)
    const isPhone =
      count > 1 &&
      group.digits.length > 2 &&
      /^(?:0\d{8,9}|66\d{8,9})$/.test(digits) &&
      (digits[0] === '0' || before === '+')
    if (isPhone || SHAPES.includes(lengths.join())) found = count
    if (!DASH.test(group.separator)) {
      const isLong = digits.length >= DIGITS.least && digits.length <= DIGITS.most
      if (isDashed && count > 2 && isLong && !DASH.test(before)) found = count
      isDashed = false
    }
    if (group.separator === '' || group.separator === ',') break
  }
  return found
}
