import type { StaffUser } from '../world/world.ts'

const NOTES: Record<string, string> = {
  BUSINESS: 'ผู้จัดการ (BUSINESS)',
  ADMIN: 'แอดมิน (ADMIN)',
  PENDING: 'รออนุมัติ (PENDING)',
  NEW: 'บัญชีใหม่ (NEW)',
}

const REASONS: Record<string, string> = {
  client_id: 'ไม่รู้จัก client_id นี้ กรุณาตรวจสอบการตั้งค่าช่องทาง LINE Login',
  redirect_uri: 'redirect_uri ไม่ตรงกับ Callback URL ที่ลงทะเบียนไว้',
  simulator_user: 'ไม่พบบัญชี LINE ที่เลือก',
  name: 'กรุณากรอกชื่อ 1 ถึง 40 ตัวอักษร',
}

function escapeHtml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/page/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page/base.css">
<link rel="stylesheet" href="/page/picker.css">
</head>
<body>${body}</body>
</html>
`
}

const MARK =
  '<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="12" fill="#06c755"/><path d="M24 10c-9 0-16 5.6-16 12.4 0 6 5.4 11.1 12.8 12.2l-.7 4c-.1.9.7 1.4 1.4 1C28 36.600 40 30 40 22.400 40 15.600 33 10 24 10z" fill="#fff"/></svg>'

export function pickerPage(staff: readonly StaffUser[], url: string, channel: string): string {
  const accounts = staff
    .map((account) => {
      const note = NOTES[account.note] ?? account.note
      const status = account.status_message ? ` · ${escapeHtml(account.status_message)}` : ''
      const href = escapeHtml(`${url}&simulator_user=${account.user_id}`)
      return `<li><a class="person" href="${href}"><img src="/avatars/${account.user_id}.svg/small" alt="" width="44" height="44">
<span class="who"><b>${escapeHtml(account.display_name)}</b><span class="note" data-note="${escapeHtml(account.note)}">${escapeHtml(note)}<span class="status">${status}</span></span></span>
<svg class="go" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6l6 6-6 6"/></svg></a></li>`
    })
    .join('\n')
  return page(
    'ล็อกอินด้วย LINE (จำลอง)',
    `<main class="card">
<header>${MARK}<div><h1>ล็อกอินด้วย LINE</h1><p>LINE จำลอง · เลือกบัญชีที่จะใช้เข้าสู่ระบบ</p></div></header>
<ul class="people" aria-label="บัญชี LINE">${accounts}</ul>
<details class="new"><summary>เพิ่มบัญชีใหม่</summary>
<form method="post" action="${escapeHtml(url)}"><label for="name">ชื่อที่แสดงใน LINE</label>
<div class="row"><input id="name" name="simulator_new_name" required maxlength="40" autocomplete="off" placeholder="เช่น สมหญิง ใจดี"><button>สร้างและล็อกอิน</button></div></form></details>
<footer><a class="cancel" href="${escapeHtml(`${url}&simulator_cancel=1`)}">ยกเลิก</a><p>หน้านี้จำลอง LINE Login สำหรับ ${escapeHtml(channel)} บนเครื่องนี้ ไม่มีการส่งข้อมูลไปยัง LINE</p></footer>
</main>`,
  )
}

export function errorPage(reason: string): string {
  return page(
    'ล็อกอินไม่สำเร็จ',
    `<main class="card failed"><header>${MARK}<div><h1>400 Bad Request</h1><p>ล็อกอินด้วย LINE ไม่สำเร็จ</p></div></header>
<p class="reason">${escapeHtml(REASONS[reason] ?? 'คำขอไม่ถูกต้อง')}</p><p class="code"><code>${escapeHtml(reason)}</code></p></main>`,
  )
}
