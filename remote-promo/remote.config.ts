import { defineRemote } from 'shared/federation/define-remote.ts'

export default defineRemote({
  id: 'promo',
  owner: 'promotion team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'promo-upload', title: 'อัปโหลดรูปภาพ', expose: './PromoUploadPage', role: 'BUSINESS' }],
  nav: [{ path: 'promo-upload', label: 'อัปโหลดรูปภาพ', icon: 'upload', roles: ['BUSINESS'], order: 30 }],
})
