import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'

/** The signed-in user (`me`) and all other staff members. */
export interface MockStaff {
  readonly me: StaffMember
  readonly otherStaff: readonly StaffMember[]
}

export const MockManager: StaffProfile = {
  id: '0b5f9d4e-6f0e-4a53-9a57-0e1d3f1f6c11',
  line_user_id: 'U6fd5c0f4e3b24e0d8a5f0d9a1c3b7e21',
  status: 'APPROVED',
  role: 'BUSINESS',
  display_name: 'นภัสสร วงศ์ไทย',
  full_name: null,
  username: null,
  picture_url: null,
  avatar_url: null,
  status_message: 'พร้อมช่วยเหลือค่ะ',
  email: 'napatsorn@desk.example',
  permissions: [],
  last_login_at: '2026-11-21T02:00:00.000Z',
}

export const MockAgent: StaffProfile = {
  ...MockManager,
  id: '5f1f5a3c-2a0b-4c9e-8d52-9f1f4b7f0a02',
  line_user_id: 'U0a9d1c5b7e3f4a2d9c8b6e5f4a3d2c1b',
  role: 'ADMIN',
  display_name: 'กิตติ บุญมา',
  email: null,
}
