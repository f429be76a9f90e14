import { afterEach, describe, expect, test, vi } from 'vitest'
import { isMonthFirst, readDate } from './import-dates.ts'

const now = new Date('2026-11-26T10:00:00Z')
const read = (cell: string, monthFirst = false, moment: 'first' | 'last' = 'last') =>
  readDate(cell, { moment, isMonthFirst: monthFirst, now })
/** Returns the day, or the day and time, of a cell in Bangkok. */
const local = (cell: string, monthFirst?: boolean) => {
  const at = read(cell, monthFirst)?.at
  const text = at && new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  return text?.replace(' 23:59:59', '')
}

const THE_LAST = '2026-12-31'

describe('dates in imports', () => {
  test.each([
    '31/12/2569',
    '31-12-2569',
    '31.12.2569',
    '31 12 2569',
    '2569-12-31',
    '2026-12-31',
    '2026/12/31',
    '20261231',
    '25691231',
    '31/12/69',
    '31-12-69',
    '31/12/26',
    '12/31/2026',
    '12/31/26',
    '31-Dec-26',
    '31 Dec 2026',
    '31-December-2026',
    'Dec 31, 2026',
    'Thursday, December 31, 2026',
    '31st December 2026',
    '31 ธ.ค. 69',
    '31 ธ.ค. 2569',
    '31ธ.ค.69',
    '31 ธค 69',
    '31-ธ.ค.-69',
    '31 ธันวาคม 2569',
    '31 ธันวา 69',
    'วันที่ 31 ธันวาคม พ.ศ. 2569',
    'วันพฤหัสบดีที่ 31 ธันวาคม 2569',
    'พฤหัสบดี 31 ธ.ค. 2569',
    'พฤ. 31 ธ.ค. 69',
    'อา.31/12/69',
    '31 ธันวาคม ค.ศ. 2026',
    '๓๑/๑๒/๒๕๖๙',
    '๓๑ ธ.ค. ๖๙',
    ' 31 / 12 / 2569 ',
    '46387',
    '31 ธ. ค. 2569',
    '31 เดือนธันวาคม พ. ศ. ๒๕๖๙',
    'วันที่ 31 เดือน ธันวาคม พ.ศ. 2569',
    '31 ธันวาคม พุทธศักราช 2569',
    '31 ธันวาคม คริสต์ศักราช 2026',
    '31 ธันวาคม ปี 2569',
    'ถึง 31 ธ.ค. 69',
    'ถึงวันที่ 31/12/2569',
    'until Dec 31, 2026',
  ])('the date %j is the last day of 2026', (cell) => {
    expect(local(cell)).toBe(THE_LAST)
  })

  test.each([
    ['1-Dec-26', '2026-12-01'],
    ['1 ส.ค. 69', '2026-08-01'],
    ['1/2/2569', '2026-02-01'],
    ['29/2/2571', '2028-02-29'],
    ['1 มิ.ย. 70', '2027-06-01'],
    ['1 มี.ค. 70', '2027-03-01'],
    ['1 พฤษภาคม 2570', '2027-05-01'],
    ['1 พฤศจิกายน 2570', '2027-11-01'],
    ['28 กุมภาพันธ์ 2570', '2027-02-28'],
    ['1 Sept 2027', '2027-09-01'],
    ['31/12/2569 18:30', '2026-12-31 18:30:00'],
    ['31/12/2569 18.30 น.', '2026-12-31 18:30:00'],
    ['31 ธ.ค. 69 เวลา 18:30 น.', '2026-12-31 18:30:00'],
    ['12/31/2026 6:30:15 PM', '2026-12-31 18:30:15'],
    ['12/31/2026 12:05 am', '2026-12-31 00:05:00'],
    ['2026-12-31T11:30:00Z', '2026-12-31 18:30:00'],
    ['2026-12-31 18:30:00+07', '2026-12-31 18:30:00'],
    ['Thu Dec 31 2026 18:30:00 GMT+0700', '2026-12-31 18:30:00'],
    ['46387.75', '2026-12-31 18:00:00'],
  ])('the date %j is read as %s', (cell, day) => {
    expect(local(cell)).toBe(day)
  })

  test.each([
    ['31/6/2569'],
    ['29/2/2570'],
    ['13/13/2569'],
    ['0/1/2569'],
    ['32 ธ.ค. 69'],
    ['31 ธ.ค.'],
    ['31/12'],
    ['ธ.ค. 2569'],
    ['2569'],
    ['12345'],
    ['สิ้นปี'],
    ['ไม่มีกำหนด'],
    ['31 สวัสดี 2569'],
    ['31/12/2569 25:00'],
    ['31/12/569'],
    ['1/1/1200'],
    [''],
  ])('%j is not read as a date', (cell) => {
    expect(read(cell)).toBeUndefined()
  })

  test('a day in an import begins and ends at midnight in Bangkok', () => {
    expect(read('31/12/69', false, 'first')?.at).toEqual(new Date('2026-12-30T17:00:00.000Z'))
    expect(read('31/12/69', false, 'last')?.at).toEqual(new Date('2026-12-31T16:59:59.999Z'))
  })

  test.each([
    ['3/4/2569', true],
    ['31/12/69', true],
    ['1-Dec-26', true],
    ['46387', true],
    ['31/12/2569', false],
    ['4/4/2569', false],
    ['31 ธ.ค. 2569', false],
    ['31 ธ.ค. พ.ศ. 69', false],
    ['2026-03-04', false],
  ])('the date %j is reported as ambiguous: %s', (cell, isUnsure) => {
    expect(read(cell)?.isUnsure).toBe(isUnsure)
  })
})

describe('import cells with many separators', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each(['1ก', '1', 'ธ.ค.', '31 ธ.ค', '31/12', 'Dec', ''])(
    'a long run of separators is shortened before dates are matched: %j',
    (begin) => {
      const given = vi.spyOn(RegExp.prototype, 'exec')
      for (const run of ['.', ' ', '-', '/', ',', '., ', ' -', '．'])
        expect(read(begin + run.repeat(97).slice(0, 97))).toBeUndefined()
      const texts = given.mock.calls
        .map(([text]) => text)
        .filter((_, call) => String(given.mock.contexts[call]).includes('?<year>'))
      vi.restoreAllMocks()
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.filter((text) => /[-/., ]{5,}/.test(text))).toEqual([])
    },
  )

  test.each(['31 / 12 / 2569', '31 - - 12 - - 2569', '31.......12.......2569', '31 ธ.ค. ..... 69'])(
    'a cell with repeated separators is still read as a date: %j',
    (cell) => {
      expect(local(cell)).toBe(THE_LAST)
    },
  )
})

test('the month of a date column comes first when one of its dates is valid only in that order', () => {
  expect(isMonthFirst(['1/2/2026', '12/31/2026', ''])).toBe(true)
  expect(isMonthFirst(['1/2/2026', '3/4/2026'])).toBe(false)
  expect(isMonthFirst(['12/31/2026', '31/12/2026'])).toBe(false)
  expect(local('1/2/2026', true)).toBe('2026-01-02')
})
