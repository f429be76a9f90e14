import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { layoutOf } from './import-headings.ts'
import { readRows } from './import-rows.ts'

const { general, promotion } = KNOWLEDGE_SOURCES
const now = new Date('2026-11-26T10:00:00Z')
const readAll = (source: string, text: string) => readRows(source, text, now)
const read = (text: string, source: string = general) =>
  readAll(source, text).rows.map(({ row, text, refused }) => [row, refused ?? text])
const isEndOfYear = (date: Date) => date.toISOString().startsWith('2026-12-31T16:59:59')
const generalText = (question: string, answer: string) => writeGeneral({ questions: [question], answer })

describe('import of a table', () => {
  test.each([
    ['commas', 'คำถาม,คำตอบ\nฝาก,"โอน, แล้วส่งสลิป"\nถอน,รอ'],
    ['semicolons, as Excel writes them in some countries', 'คำถาม;คำตอบ\nฝาก;โอน, แล้วส่งสลิป\nถอน;รอ'],
    ['tabs, as in a pasted spreadsheet', 'คำถาม\tคำตอบ\nฝาก\tโอน, แล้วส่งสลิป\nถอน\tรอ'],
    ['Windows line breaks and a byte order mark', '\ufeffคำถาม,คำตอบ\r\nฝาก,"โอน, แล้วส่งสลิป"\r\nถอน,รอ\r\n'],
    ['line breaks of old Mac files', 'คำถาม,คำตอบ\rฝาก,"โอน, แล้วส่งสลิป"\rถอน,รอ'],
    ['columns in another order, and additional ones', 'no,Answer,Question\n1,"โอน, แล้วส่งสลิป",ฝาก\n2,รอ,ถอน'],
  ])('reads an import table with %s', (_, text) => {
    expect(read(text)).toEqual([
      [2, generalText('ฝาก', 'โอน, แล้วส่งสลิป')],
      [3, generalText('ถอน', 'รอ')],
    ])
  })

  test.each([
    [general, 'หัวข้อ,เนื้อหา\nฝาก,โอน', ['หัวข้อ', 'เนื้อหา']],
    [general, 'คำถาม,รายละเอียด\nฝาก,โอน', ['คำถาม', 'รายละเอียด']],
    [general, 'topic;reply;note\nฝาก;โอน;x', ['topic', 'reply', 'note']],
    [general, 'ฝาก\tโอน', ['ฝาก', 'โอน']],
    [promotion, 'แคมเปญ,โบนัส\nต้อนรับ,10%', ['แคมเปญ', 'โบนัส']],
  ])('reports the first row of a table of %s when it has no known headings: %j', (source, text, headings) => {
    expect(readAll(source, text).unknownHeadings).toEqual(headings)
  })

  test('reports no unknown headings for a table with known headings below a title, and for a plain text', () => {
    for (const text of [
      'คำถาม,คำตอบ\nฝาก,โอน',
      'คลังคำถาม\nQuestion,Answer\nฝาก,โอน',
      generalText('ฝาก', 'โอน'),
    ])
      expect(readAll(general, text).unknownHeadings).toBeNull()
  })

  test('skips only the first row when the user says it has headings, unless its headings are known', () => {
    const rowsOf = (text: string) => {
      const { rows, ignored } = readRows(general, text, now, true)
      return { rows: rows.map(({ row, text }) => [row, text]), ignored }
    }
    expect(rowsOf('หัวข้อ,เนื้อหา\nฝาก,โอน')).toEqual({
      rows: [[2, generalText('ฝาก', 'โอน')]],
      ignored: [{ row: 1, text: 'หัวข้อ · เนื้อหา' }],
    })
    // Running numbers are recognized also when the heading row is skipped.
    expect(rowsOf('ลำดับ,หัวข้อ,เนื้อหา\n1,ฝาก,โอน\n2,ถอน,รอ').rows).toEqual([
      [2, generalText('ฝาก', 'โอน')],
      [3, generalText('ถอน', 'รอ')],
    ])
    expect(rowsOf('คำถาม,คำตอบ\nฝาก,โอน')).toEqual({ rows: [[2, generalText('ฝาก', 'โอน')]], ignored: [] })
  })

  test.each([
    [general, 'คำถามที่ลูกค้าถามบ่อย,คำตอบสำหรับแอดมิน'],
    [general, 'หัวข้อคำถาม,แนวทางการตอบ'],
    [general, 'ตัวอย่างคำถาม,วิธีตอบลูกค้า'],
    [general, 'คำถาม:,คำตอบ:'],
    [general, 'คำ ถาม,\u200bคำตอบ\u200b'],
    [general, 'ค\u0e4d\u0e32ถาม,ค\u0e4d\u0e32ตอบ'],
    [general, '"คำถาม\n(จากลูกค้า)",คำตอบ'],
    [promotion, 'ชื่อโปร,รายละเอียดโปรโมชั่น'],
    [promotion, 'ชื่อแคมเปญ,เงื่อนไข'],
  ])('a table of %s may have the headings %j', (source, headings) => {
    const { rows, ...found } = readAll(source, `ลำดับที่,${headings}\n1,ฝาก,โอน`)
    expect(rows.map(({ refused }) => refused)).toEqual([null])
    expect(found).toMatchObject({ unknownHeadings: null, ignored: [], unused: ['ลำดับที่'] })
    expect(rows[0]?.text).toBe(
      source === general
        ? generalText('ฝาก', 'โอน')
        : writePromotion({ name: 'ฝาก', text: 'โอน', images: [] }),
    )
  })

  test('uses a longer heading of a column only when no usual heading exists', () => {
    const { rows, unused } = readAll(general, 'คำถาม,คำตอบ,คำถามหมวด,คำตอบเดิม\nฝาก,โอน,x,y')
    expect(rows[0]?.text).toBe(generalText('ฝาก', 'โอน'))
    expect(unused).toEqual(['คำถามหมวด', 'คำตอบเดิม'])
    expect(read('คำถาม: ฝาก, ถอน\nคำตอบ: โอน, รอ')).toEqual([[1, generalText('ฝาก, ถอน', 'โอน, รอ')]])
  })

  test.each(['1.1,ฝาก,โอน\n1.2,ถอน,รอ', 'ข้อ 1,ฝาก,โอน\nข้อ 2,ถอน,รอ', 'Q1,ฝาก,โอน\nQ2,ถอน,รอ'])(
    'recognizes running numbers in a table without headings: %j',
    (text) => {
      expect(read(text)).toEqual([
        [1, generalText('ฝาก', 'โอน')],
        [2, generalText('ถอน', 'รอ')],
      ])
      // Running numbers are also recognized below unknown headings.
      expect(read(`ที่,หัวเรื่อง,ข้อมูล\n${text}`).slice(1)).toEqual([
        [2, generalText('ฝาก', 'โอน')],
        [3, generalText('ถอน', 'รอ')],
      ])
    },
  )

  test.each(['-', 'ไม่มีกำหนด', 'ไม่จำกัด', 'N/A', 'ตลอดไป'])(
    'the end date %j of an imported promotion is read as no end',
    (until) => {
      const [row] = readAll(promotion, `ชื่อ,รายละเอียด,เริ่มโปรวันที่,หมดโปรวันที่\nก,ข,1/12/2569,${until}`).rows
      expect(row).toMatchObject({ refused: null, period: { until: null }, dates: [{ written: '1/12/2569' }] })
    },
  )

  test('row numbers of an import match the spreadsheet, despite empty rows and cells with several lines', () => {
    expect(read('คำถาม,คำตอบ\n\n,,\n"ฝาก\nเติม","บรรทัด ""แรก""\nสอง"\nถอน,รอ\n')).toEqual([
      [4, writeGeneral({ questions: ['ฝาก', 'เติม'], answer: 'บรรทัด "แรก"\nสอง' })],
      [5, generalText('ถอน', 'รอ')],
    ])
    expect(read('sep=;\nคำถาม;คำตอบ\nฝาก;โอน')).toEqual([[3, generalText('ฝาก', 'โอน')]])
  })

  test('a table without headings has a question and an answer column; one with headings may have several question columns', () => {
    expect(read('ฝาก,โอน')).toEqual([[1, generalText('ฝาก', 'โอน')]])
    expect(read('คำถาม 1,คำถาม 2,คำตอบ\nฝาก,เติม,โอน')).toEqual([
      [2, writeGeneral({ questions: ['ฝาก', 'เติม'], answer: 'โอน' })],
    ])
  })

  test('reports why an import row is refused, and keeps a stray quotation mark', () => {
    expect(read(`คำถาม,คำตอบ\n,โอน\nฝาก,\nจอ 5",ขนาด 5"\nยาว,${'ก'.repeat(100_001)}`)).toEqual([
      [2, 'no_question'],
      [3, 'no_answer'],
      [4, generalText('จอ 5"', 'ขนาด 5"')],
      [5, 'too_long'],
    ])
  })

  test('imports promotions with a name, a text and images', () => {
    const image = 'https://example.com/a.png'
    expect(
      read(
        `ชื่อโปรโมชั่น,รายละเอียด,ลิงก์รูปภาพ\nวันเกิด,รับ 100,${image}\nรูป,,${image}\n,ก,\nว่าง,,\nผิด,ก,a.png`,
        promotion,
      ),
    ).toEqual([
      [2, writePromotion({ name: 'วันเกิด', text: 'รับ 100', images: [image] })],
      [3, writePromotion({ name: 'รูป', text: '', images: [image] })],
      [4, 'no_name'],
      [5, 'no_content'],
      [6, 'bad_image'],
    ])
    const [first, second] = [image, 'https://example.com/b.png']
    expect(read(`ชื่อ,รายละเอียด,รูป,รูป\nสองรูป,รับ 100,${first},${second}`, promotion)).toEqual([
      [2, writePromotion({ name: 'สองรูป', text: 'รับ 100', images: [first, second] })],
    ])
  })

  test.each([
    ['เริ่ม,สิ้นสุด', '2026-12-01,2026-12-31'],
    ['วันที่เริ่ม,วันหมดอายุ', '01/12/2569,31/12/2569'],
    ['Valid From,Valid Until', '1-12-2026,31.12.2026'],
    ['start date,end date', '1 ธ.ค. 2569,31 ธันวาคม 2569'],
    ['ตั้งแต่วันที่,ใช้ได้ถึง', '2026-12-01 00:00,2026-12-31T23:59:59.999+07:00'],
  ])('reads the validity periods of imported promotions: %s, %s', (headings, days) => {
    const { rows, unused } = readAll(promotion, `ชื่อ,รายละเอียด,${headings}\nวันเกิด,รับ 100,${days}\nเติม,รับ 50,,`)
    expect(rows.map(({ period, refused }) => refused ?? period)).toEqual([
      { from: new Date('2026-11-30T17:00:00.000Z'), until: expect.toSatisfy(isEndOfYear) },
      null,
    ])
    expect(unused).toEqual([])
  })

  test.each([
    ['bad_date', '31/02/2569,'],
    ['bad_date', ',สิ้นเดือน'],
    ['bad_period', '2026-12-31,2026-12-01'],
  ])('returns %s for an imported promotion with the dates %s', (refused, days) => {
    expect(read(`ชื่อ,รายละเอียด,เริ่ม,สิ้นสุด\nวันเกิด,รับ 100,${days}`, promotion)).toEqual([[2, refused]])
  })

  test.each([
    ['31/12/69', '2026-12-31T16:59:59.999Z'],
    ['12/31/2026', '2026-12-31T16:59:59.999Z'],
    ['3/4/2570', '2027-04-03T16:59:59.999Z'],
    ['1-Dec-26', '2026-12-01T16:59:59.999Z'],
  ])('reads the date %s of a promotion and reports it when it is ambiguous', (written, read) => {
    const [row] = readAll(promotion, `ชื่อ,รายละเอียด,สิ้นสุด\nวันเกิด,รับ 100,${written}`).rows
    expect(row).toMatchObject({ refused: null, period: { until: new Date(read) } })
    expect(row?.dates).toEqual(written === '12/31/2026' ? [] : [{ written, read }])
  })

  test('reports the invalid date of an imported promotion', () => {
    const [row] = readAll(promotion, 'ชื่อ,รายละเอียด,เริ่ม\nวันเกิด,รับ 100,31/6/2569').rows
    expect(row).toMatchObject({ refused: 'bad_date', dates: [{ written: '31/6/2569', read: null }] })
  })

  test('reads all dates of an import with the month first when one is valid only in that order', () => {
    const { rows } = readAll(promotion, 'ชื่อ,รายละเอียด,เริ่ม,สิ้นสุด\nวันเกิด,รับ 100,12/1/2026,12/31/2026')
    expect(rows[0]?.period?.from).toEqual(new Date('2026-11-30T17:00:00.000Z'))
  })

  test.each([
    ['คลังคำถามที่พบบ่อย ปี 2569,,\nลำดับ,คำถาม,คำตอบ\n1,ฝาก,โอน', [[1, 'คลังคำถามที่พบบ่อย ปี 2569']], 3, ['ลำดับ']],
    [
      'คลังคำถาม;;\n;;\nฝ่ายบริการ;;แก้ไข 1/1/69\nลำดับ;คำถาม *;คำตอบ (Answer)\n๑;ฝาก;โอน',
      [
        [1, 'คลังคำถาม'],
        [3, 'ฝ่ายบริการ · แก้ไข 1/1/69'],
      ],
      5,
      ['ลำดับ'],
    ],
    ['คลังคำถาม, ปี 2569\nNo.\tQuestion\tAnswer\n1\tฝาก\tโอน', [[1, 'คลังคำถาม, ปี 2569']], 3, ['No.']],
    ['"รายงาน\nคำถาม",,\n#,คำถาม/Question,คำตอบ/Answer\n1,ฝาก,โอน', [[1, 'รายงาน คำถาม']], 3, ['#']],
    ['ลำดับ,คำถาม,คำตอบ\n1,ฝาก,โอน\nลำดับ,คำถาม,คำตอบ', [[3, 'ลำดับ · คำถาม · คำตอบ']], 2, ['ลำดับ']],
    ['1,ฝาก,โอน\n2,ฝาก,โอน', [], 1, ['A']],
  ] as const)(
    'finds table headings below titles and next to running numbers: %j',
    (text, ignored, row, unused) => {
      const received = readAll(general, text)
      expect(received.ignored.map((each) => [each.row, each.text])).toEqual(ignored)
      expect(received.rows[0]).toMatchObject({ row, text: generalText('ฝาก', 'โอน'), refused: null })
      expect(received.unused).toEqual(unused)
    },
  )

  test('a table of promotions may have title rows, and a number in a single row is not a running number', () => {
    expect(readAll(promotion, 'โปรโมชั่นเดือนธันวาคม,,\nลำดับ,ชื่อโปรโมชั่น,รายละเอียด\n1,วันเกิด,รับ 100')).toMatchObject(
      {
        rows: [{ row: 3, text: writePromotion({ name: 'วันเกิด', text: 'รับ 100', images: [] }) }],
        ignored: [{ row: 1, text: 'โปรโมชั่นเดือนธันวาคม' }],
      },
    )
    expect(read('1,หนึ่ง,สอง')).toEqual([[1, generalText('1', 'หนึ่ง')]])
  })

  test('an import reports ignored columns that have content', () => {
    expect(readAll(general, 'คำถาม,คำตอบ,ทีม,,ว่าง\nฝาก,โอน,บัญชี,x,\nถอน,รอ').unused).toEqual(['ทีม', 'D'])
    expect(readAll(general, 'ฝาก,โอน,บัญชี').unused).toEqual(['C'])
    expect(readAll(general, `ฝาก,โอน${',ก'.repeat(30)}`).unused).toHaveLength(20)
  })

  test.each([
    ['no_rows', 'คำถาม,คำตอบ\n\n'],
    ['open_quote', 'คำถาม,คำตอบ\n"ฝาก,โอน\nถอน,รอ'],
    ['too_many_rows', 'ก,ข\n'.repeat(20_001)],
    ['too_many_rows', 'Q: ก\nA: ข\n'.repeat(20_001)],
    ['long_headings', `ถาม,ตอบ${',x'.repeat(199)}\nฝาก,โอน`],
    ['long_headings', `ถาม,ตอบ,${'x'.repeat(5_000)}\nฝาก,โอน`],
    ['long_headings', `คลังคำถาม\nถาม,ตอบ,${'x'.repeat(5_000)}\nฝาก,โอน`],
  ])('the import is refused completely: %s', (problem, text) => {
    expect(readAll(general, text)).toEqual({
      rows: [],
      problem,
      unused: [],
      ignored: [],
      unknownHeadings: null,
    })
  })

  test('an import table may have 200 headings, and empty columns next to them', () => {
    const headings = `ถาม,ตอบ${',x'.repeat(198)}${','.repeat(500)}`
    expect(read(`${headings}\nฝาก,โอน\n${headings}`)).toEqual([[2, generalText('ฝาก', 'โอน')]])
  })

  test('titles and repeated headings are not counted as import rows', () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `ถาม ${at},ตอบ\n${at % 50 === 0 ? 'คำถาม,คำตอบ\n' : ''}`,
    )
    expect(readAll(general, `คลังคำถาม\nคำถาม,คำตอบ\n${rows.join('')}`)).toMatchObject({ problem: null })
  })

  describe('work of the import parser', () => {
    afterEach(() => vi.restoreAllMocks())

    /** Returns how many characters the parser joins while it reads a table, as a measure of its work. */
    function joinedFor(text: string): number {
      let characters = 0
      const { join } = Array.prototype
      vi.spyOn(Array.prototype, 'join').mockImplementation(function (this: unknown[], separator?: string) {
        const joined = join.call(this, separator)
        characters += joined.length
        return joined
      })
      readAll(general, text)
      vi.restoreAllMocks()
      return characters
    }

    test.each([
      ['a long heading', 0, 100_000],
      ['many headings', 3_000, 1],
      ['headings of the maximum length', 198, 20],
    ])('parsing work grows linearly for a table with %s above many rows', (_, cells, length) => {
      for (const body of ['b,c\n', 'q,a\n', ',\nb,c\n']) {
        const [once, twice] = [1_000, 2_000].map((rows) => {
          const text = `q,a,${'x'.repeat(length)}${`,${'x'.repeat(length)}`.repeat(cells)}\n${body.repeat(rows)}`
          const joined = joinedFor(text)
          expect(joined).toBeLessThan(3 * text.length + 200 * rows)
          return joined
        })
        expect(twice).toBeLessThanOrEqual(2.1 * (once ?? 0) + 1_000)
      }
    })

    test('the work of comparing rows with the headings is proportional to the length of the table', () => {
      let reads = 0
      const counted = (cells: string[]) =>
        new Proxy(cells, {
          get(target, name) {
            if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
            return Reflect.get(target, name)
          },
        })
      const headings = ['q', 'a', ...Array.from({ length: 998 }, (_, at) => `x${at}`)]
      const readsOf = (rows: number, cells: string[]) => {
        reads = 0
        const body = Array.from({ length: rows }, (_, row) => ({ cells: counted([...cells]), row: row + 2 }))
        layoutOf('general', [{ cells: counted(headings), row: 1 }, ...body])
        return reads
      }
      for (const cells of [['b', 'c'], headings.toReversed(), headings]) {
        const [once, twice] = [readsOf(100, cells), readsOf(200, cells)]
        expect(once).toBeLessThan(4 * (100 * cells.length + headings.length))
        expect(twice).toBeLessThanOrEqual(2 * once)
      }
    })
  })

  test.each([
    ['empty lines', `ก,ข${'\n'.repeat(2_000_000)}`],
    ['lines of one character', 'ก\n'.repeat(400_000)],
    ['Windows line breaks', `ก,ข${'\r\n'.repeat(1_000_000)}`],
    ['empty cells', ','.repeat(2_000_000)],
    ['empty cells after a stray quotation mark', `จอ 5"${','.repeat(2_000_000)}`],
    ['empty cells after a quoted cell', `"a""b"${'\t'.repeat(2_000_000)}`],
  ])('a table with too many %s is refused before parsing', (_, text) => {
    // The parser first converts the whole text to bytes, so a long conversion shows that the text was parsed.
    const bytes = vi.spyOn(Buffer, 'from')
    const isParsed = (length: number) =>
      bytes.mock.calls.some(([data]) => typeof data === 'string' && data.length >= length)
    const few = 'ถาม,ตอบ\nฝาก,โอน'
    readAll(general, few)
    expect(isParsed(few.length)).toBe(true)
    bytes.mockClear()
    expect(readAll(general, text).problem).toBe('too_many_rows')
    expect(isParsed(1_000)).toBe(false)
    bytes.mockRestore()
  })

  test('an import table may have many commas and lines inside quotation marks, and empty rows at its end', () => {
    const answer = 'ก,\n'.repeat(25_000).trim()
    expect(read(`ถาม,ตอบ\nฝาก,"${answer}"${'\n,'.repeat(20_000)}`)).toEqual([[2, generalText('ฝาก', answer)]])
    const commas = `ข${','.repeat(99_000)}`
    const rows = ['ฝาก', 'ถอน'].map((question) => `${question},"${commas}"`)
    expect(read(rows.join('\n'))).toHaveLength(2)
  })
})

describe('import of a list of plain texts', () => {
  test('a title above a list of plain texts is ignored', () => {
    expect(readAll(general, `คลังคำถาม\n\n${generalText('ฝาก', 'โอน')}`)).toMatchObject({
      rows: [{ row: 3, text: generalText('ฝาก', 'โอน') }],
      ignored: [{ row: 1, text: 'คลังคำถาม' }],
    })
  })

  test('a list of plain texts with too many lines is refused', () => {
    expect(readAll(general, `Q: a\nA: b${'\n'.repeat(2_000_000)}`)).toEqual({
      rows: [],
      problem: 'too_many_rows',
      unused: [],
      ignored: [],
      unknownHeadings: null,
    })
  })

  test('plain texts of a list are imported exactly as written', () => {
    const second = writeGeneral({ questions: ['ถอน', 'ถอนช้า'], answer: 'รอ\n\n10 นาที' })
    expect(read(`${generalText('ฝาก', 'โอน')}\n\n${second}\n`)).toEqual([
      [1, generalText('ฝาก', 'โอน')],
      [4, second],
    ])
    expect(read('Q: deposit\nA: transfer\nQ: withdraw')).toEqual([
      [1, generalText('deposit', 'transfer')],
      [3, 'no_answer'],
    ])
  })

  test('a list of plain texts may contain promotions', () => {
    const each = [
      writePromotion({
        name: 'วันเกิด',
        text: 'รับ 100',
        images: ['https://example.com/a.png', 'http://example.com/b.png'],
      }),
      writePromotion({ name: 'เติม', text: 'รับ 50', images: [] }),
    ]
    expect(read(each.join('\n\n'), promotion).map(([, text]) => text)).toEqual(each)
  })
})
