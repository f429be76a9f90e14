import { defineRemote } from 'shared/federation/define-remote.ts'

const ALL_ROLES = ['BUSINESS', 'ADMIN'] as const
const OWN_DASHBOARD_NAV = { path: 'my-dashboard', label: 'แดชบอร์ดของฉัน', roles: ALL_ROLES }
const WALLBOARD_NAV = { path: 'wallboard', label: 'จอสด', roles: ALL_ROLES }

export default defineRemote({
  id: 'dashboard',
  owner: 'dashboard team',
  requires: { shell: '^1.0.0' },
  routes: [
    { path: 'dashboard', title: 'แดชบอร์ด', expose: './DashboardPage', role: 'BUSINESS' },
    { path: 'my-dashboard', title: 'แดชบอร์ดของฉัน', expose: './OwnDashboardPage' },
    { path: 'wallboard', title: 'จอสด', expose: './WallboardPage' },
  ],
  nav: [{ path: 'dashboard', label: 'แดชบอร์ด', icon: 'dashboard', roles: ['BUSINESS'], order: 10 }],
  links: [
    { ...OWN_DASHBOARD_NAV, slot: 'user-menu-link', icon: 'dashboard' },
    { ...WALLBOARD_NAV, slot: 'user-menu-link', icon: 'wallboard' },
    { ...OWN_DASHBOARD_NAV, slot: 'queue-header' },
  ],
})
