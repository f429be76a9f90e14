import { SESSION_EXPIRED_TEXT, SIGN_IN_REFUSED_TEXT } from './constants.ts'

/** Errors by code. The specification requires the code itself as `message` for those in `PLAIN_MESSAGE_CODES`. */
export const ERRORS = {
  invalid_request: { status: 400, text: 'ข้อมูลที่ส่งมาไม่ถูกต้อง' },
  invalid_json: { status: 400, text: 'รูปแบบข้อมูลที่ส่งมาไม่ถูกต้อง' },
  text_too_long: { status: 400, text: 'ข้อความยาวเกินที่ LINE รับได้' },
  too_many_marks: {
    status: 400,
    text: 'ข้อความมีวรรณยุกต์หรือเครื่องหมายซ้อนกันมากเกินไป กรุณาลบส่วนที่ซ้อนกันแล้วลองใหม่อีกครั้ง',
  },
  search_too_short: { status: 400, text: 'พิมพ์อย่างน้อย 3 ตัวอักษร หรือเลือก OA หรือค้นในแชทของลูกค้า' },
  reason_required: { status: 400, text: 'กรุณาระบุเหตุผล' },
  unauthorized: { status: 401, text: SESSION_EXPIRED_TEXT },
  invalid_signature: { status: 401, text: 'ลายเซ็นไม่ถูกต้อง' },
  login_refused: { status: 401, text: 'LINE ไม่ยืนยันตัวตนนี้ กรุณาเข้าสู่ระบบใหม่อีกครั้ง' },
  login_not_begun: { status: 401, text: SIGN_IN_REFUSED_TEXT },
  waiting_approval: { status: 403, text: 'บัญชีอยู่ระหว่างรออนุมัติ' },
  suspended: { status: 403, text: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' },
  forbidden: { status: 403, text: 'คุณไม่มีสิทธิ์ดำเนินการนี้' },
  forbidden_channel: { status: 403, text: 'คุณไม่มีสิทธิ์ใน OA นี้' },
  forbidden_not_assignee: { status: 403, text: 'เฉพาะผู้รับผิดชอบเท่านั้นที่ปิดเคสได้' },
  forbidden_transfer: { status: 403, text: 'เฉพาะผู้รับผิดชอบหรือผู้มีสิทธิ์เท่านั้นที่โอนหรือคืนเคสได้' },
  media_link_expired: {
    status: 403,
    text: 'ลิงก์ของไฟล์นี้ไม่ถูกต้องหรือหมดอายุแล้ว กรุณาเปิดจากหน้าสนทนาอีกครั้ง',
  },
  not_found: { status: 404, text: 'ไม่พบข้อมูล' },
  ticket_not_found: { status: 404, text: 'ไม่พบเคสนี้' },
  channel_not_found: { status: 404, text: 'ไม่พบ OA นี้' },
  already_accepted: { status: 409, text: 'มีผู้รับเคสนี้แล้ว' },
  already_closed: { status: 409, text: 'เคสนี้ปิดไปแล้ว' },
  assignee_changed: { status: 409, text: 'เคสนี้เปลี่ยนผู้รับผิดชอบไปแล้ว กรุณาตรวจสอบอีกครั้ง' },
  already_assigned: { status: 409, text: 'เคสนี้อยู่กับคนนี้อยู่แล้ว' },
  assignee_not_allowed: { status: 409, text: 'เพื่อนร่วมทีมคนนี้รับเคสของ OA นี้ไม่ได้' },
  ticket_closed: { status: 409, text: 'เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้' },
  channel_removed: { status: 409, text: 'OA นี้เลิกเชื่อมต่อกับระบบแล้ว ไม่สามารถส่งข้อความได้' },
  line_standby: { status: 409, text: 'แชทนี้มีระบบอื่นของ OA ตอบอยู่ ยังส่งข้อความไม่ได้จนกว่า LINE จะคืนแชทให้' },
  not_failed: { status: 409, text: 'ข้อความเดิมไม่ได้ส่งล้มเหลว หรือถูกยกเลิกแล้ว จึงไม่ต้องส่งใหม่' },
  message_under_way: { status: 409, text: 'ข้อความนี้ส่งออกไปแล้ว จึงยกเลิกไม่ได้' },
  message_not_queued: { status: 409, text: 'ข้อความนี้ไม่ได้รอส่งแล้ว' },
  suggestions_full: { status: 409, text: 'ข้อความสำเร็จรูปครบ 100 รายการแล้ว กรุณาลบรายการที่ไม่ใช้ก่อนเพิ่มใหม่' },
  notes_full: { status: 409, text: 'โน้ตภายในของเคสนี้ครบ 200 รายการแล้ว กรุณาลบโน้ตที่ไม่ใช้ก่อน' },
  customer_full: { status: 409, text: 'แท็กหรือโน้ตครบจำนวนแล้ว กรุณาลบรายการที่ไม่ใช้ก่อน' },
  proposals_full: { status: 409, text: 'เคสนี้มีข้อเสนอรอตรวจครบ 10 รายการแล้ว' },
  proposal_decided: { status: 409, text: 'ข้อเสนอนี้มีผู้ตัดสินไปแล้ว หรือลูกค้ายกเลิกข้อความที่ถาม' },
  changes_past: {
    status: 409,
    text: 'การเปลี่ยนนี้มีผลกับวันที่ผ่านมา ตัวเลขของวันเหล่านั้นจะถูกคิดใหม่ กรุณายืนยันก่อน',
  },
  hours_full: { status: 409, text: 'เวลาทำการของ OA นี้เปลี่ยนครบ 100 ครั้งแล้ว แก้ไขรายการเดิมแทน' },
  conflict: { status: 409, text: 'ข้อมูลมีการเปลี่ยนแปลงแล้ว' },
  upload_length_required: { status: 411, text: 'คำขอไม่ได้ระบุขนาดไฟล์' },
  upload_without_file: { status: 400, text: 'ไม่พบไฟล์รูปภาพในข้อมูลที่ส่งมา' },
  upload_several_files: { status: 400, text: 'ส่งรูปภาพได้ครั้งละ 1 ไฟล์' },
  upload_empty: { status: 422, text: 'ไฟล์ว่างเปล่า' },
  upload_too_large: { status: 413, text: 'ไฟล์มีขนาดเกิน 8MB' },
  image_type_unsupported: { status: 415, text: 'ไม่รองรับไฟล์ชนิดนี้ กรุณาใช้รูป JPEG, PNG หรือ WebP' },
  image_broken: { status: 422, text: 'ไฟล์รูปภาพเสียหายหรือไม่สมบูรณ์' },
  image_too_many_pixels: { status: 413, text: 'รูปภาพมีจำนวนพิกเซลมากเกินไป กรุณาย่อรูปก่อน' },
  image_too_costly: { status: 422, text: 'รูปภาพนี้ซับซ้อนเกินกว่าจะประมวลผลได้' },
  upload_paused: { status: 429, text: 'รูปก่อนหน้านี้ใช้เวลาประมวลผลนานเกินไป กรุณารอสักครู่แล้วลองใหม่อีกครั้ง' },
  upload_quota_used: { status: 413, text: 'อัปโหลดรูปครบโควตาของวันนี้แล้ว กรุณาลองใหม่อีกครั้งในวันพรุ่งนี้' },
  media_gone: { status: 410, text: 'ไฟล์นี้ไม่มีในระบบแล้ว' },
  payload_too_large: { status: 413, text: 'ข้อมูลที่ส่งมามีขนาดใหญ่เกินไป' },
  unsupported_media_type: { status: 415, text: 'ไม่รองรับรูปแบบข้อมูลนี้' },
  rate_limited: { status: 429, text: 'มีการเรียกใช้งานถี่เกินไป กรุณาลองใหม่อีกครั้ง' },
  internal: { status: 500, text: 'ระบบเกิดข้อผิดพลาด' },
  search_too_slow: { status: 422, text: 'ค้นหานานเกินไป กรุณาพิมพ์คำค้นให้ยาวขึ้น หรือเลือกช่วงวันที่ให้แคบลง' },
  draft_failed: { status: 502, text: 'ร่างคำตอบไม่สำเร็จ กรุณาลองใหม่อีกครั้ง หรือใช้คำตอบจากฐานความรู้' },
  draft_too_slow: { status: 504, text: 'ร่างคำตอบนานเกินไป กรุณาลองใหม่อีกครั้ง หรือใช้คำตอบจากฐานความรู้' },
  line_unavailable: { status: 502, text: 'ติดต่อ LINE ไม่ได้ในขณะนี้ กรุณาลองใหม่อีกครั้ง' },
  busy: { status: 503, text: 'ระบบกำลังประมวลผลรูปภาพจำนวนมาก กรุณาลองใหม่อีกครั้ง' },
  storage_full: { status: 507, text: 'พื้นที่จัดเก็บไฟล์ของระบบใกล้เต็ม กรุณาแจ้งผู้ดูแลระบบ' },
  unavailable: { status: 503, text: 'ระบบยังไม่พร้อมให้บริการ กรุณาลองใหม่อีกครั้ง' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof ERRORS

export const PLAIN_MESSAGE_CODES: readonly ErrorCode[] = [
  'waiting_approval',
  'forbidden_channel',
  'forbidden_not_assignee',
  'already_closed',
]

export interface ErrorBody {
  code: ErrorCode
  message: string
  detail?: string
  fields?: { field: string; problem: string }[]
  [extra: string]: unknown
}
