import { defineRemote } from 'shared/federation/define-remote.ts'

const EVERYONE = ['BUSINESS', 'ADMIN'] as const
const OWN = { path: 'my-dashboard', label: 'แดชบอร์ดของฉัน', roles: EVERYONE }
const WALL = { path: 'wallboard', label: 'จอสด', roles: EVERYONE }

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
    { ...OWN, slot: 'user-menu-link', icon: 'dashboard' },
    { ...WALL, slot: 'user-menu-link', icon: 'wallboard' },
    { ...OWN, slot: 'queue-header' },
  ],
})
