/** Words that agents type most often, and the keys of the Thai Kedmanee layout for them. */

export const AGENT_WORDS: readonly string[] =
  `สวัสดี ค่ะ ครับ คะ นะคะ นะครับ ขอบคุณ ขออภัย ลูกค้า คุณ แอดมิน ทาง เรา ร้าน บริษัท ทีมงาน เจ้าหน้าที่ ระบบ ข้อมูล รายการ
ยอด เงิน ฝาก ถอน โอน บัญชี ธนาคาร กสิกร กรุงไทย ไทยพาณิชย์ กรุงเทพ ออมสิน พร้อมเพย์ สลิป หลักฐาน เลข เลขที่ บาท จำนวน ยอดเงิน
แล้ว ยัง ไม่ ได้ มี ไม่มี ไม่ได้ เข้า ออก รอ สักครู่ กรุณา รบกวน แจ้ง ส่ง ตรวจสอบ ดำเนินการ เรียบร้อย สำเร็จ ปกติ
ช้า เร็ว นาที ชั่วโมง วัน วันนี้ พรุ่งนี้ เมื่อวาน ตอนนี้ เวลา ภายใน ประมาณ หลังจาก ก่อน ระหว่าง เสร็จ เดี๋ยว ทันที อีกครั้ง ใหม่
สินค้า ราคา ส่วนลด โปรโมชั่น โค้ด คูปอง แต้ม สมาชิก สมัคร ยกเลิก เปลี่ยน คืน เคลม ประกัน จัดส่ง ขนส่ง พัสดุ ที่อยู่ เบอร์ โทร
โทรศัพท์ ชื่อ นามสกุล อีเมล รหัส รหัสผ่าน ล็อกอิน เว็บไซต์ ลิงก์ แอป มือถือ หน้าจอ กด เลือก เปิด ปิด ใช้ ใช้งาน ติดตั้ง อัปเดต ลบ
รูป รูปภาพ ภาพ ถ่าย แนบ ไฟล์ เอกสาร ใบเสร็จ ใบกำกับ ภาษี ออเดอร์ คำสั่งซื้อ หมายเลข สถานะ กำลัง รออนุมัติ อนุมัติ ปฏิเสธ สั่งซื้อ สั่ง จ่าย ชำระ บัตร เครดิต เก็บ ปลายทาง
ปัญหา แก้ไข แก้ สอบถาม ถาม ตอบ คำถาม คำตอบ ช่วย ช่วยเหลือ เพิ่มเติม รายละเอียด ด้านล่าง ด้านบน ตัวอย่าง วิธี ขั้นตอน สะดวก ต้องการ อยาก
สนใจ แนะนำ เหมาะ ขนาด สี รุ่น แบบ ของ หมด พร้อม ติดต่อ กลับ โทรกลับ ฝ่าย แผนก ประสาน ผู้จัดการ ประชุม หยุด ทำการ
และ หรือ แต่ เพราะ ถ้า หาก ให้ กับ จาก ถึง ที่ เป็น นี้`.split(/\s+/)

const CODES = [
  ...'1234567890'.split('').map((digit) => `Digit${digit}`),
  ...['Minus', 'Equal'],
  ...'QWERTYUIOP'.split('').map((letter) => `Key${letter}`),
  ...['BracketLeft', 'BracketRight', 'Backslash'],
  ...'ASDFGHJKL'.split('').map((letter) => `Key${letter}`),
  ...['Semicolon', 'Quote'],
  ...'ZXCVBNM'.split('').map((letter) => `Key${letter}`),
  ...['Comma', 'Period', 'Slash', 'Space'],
]
/** Characters of the keys without Shift and with Shift, in the order of `CODES`. */
const PLAIN = 'ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฃฟหกดเ้่าสวงผปแอิืทมใฝ '
const SHIFTED = '+๑๒๓๔ู฿๕๖๗๘๙๐"ฎฑธํ๊ณฯญฐ,ฅฤฆฏโฌ็๋ษศซ.()ฉฮฺ์?ฒฬฦ '

export interface TypedKey {
  code: string
  key: string
  shiftKey: boolean
}

/** Returns the key events for a text, as browsers report them. */
export const keysOfThai = (text: string): TypedKey[] =>
  [...text].map((key) => {
    const [plain, shifted] = [PLAIN.indexOf(key), SHIFTED.indexOf(key)]
    const code = CODES[plain < 0 ? shifted : plain]
    if (code === undefined) throw new Error(`no key writes ${key}`)
    return { code, key, shiftKey: plain < 0 }
  })
