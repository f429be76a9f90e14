import { defineRemote } from 'shared/federation/define-remote.ts'

export default defineRemote({
  id: 'dashboard',
  owner: 'dashboard team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'dashboard', title: 'แดชบอร์ด', expose: './DashboardPage', role: 'BUSINESS' }],
  nav: [{ path: 'dashboard', label: 'แดชบอร์ด', icon: 'dashboard', roles: ['BUSINESS'], order: 10 }],
})
