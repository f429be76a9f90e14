import { defineRemote } from 'shared/federation/define-remote.ts'

const ALL_ROLES = ['BUSINESS', 'ADMIN'] as const

export default defineRemote({
  id: 'knowledge',
  owner: 'knowledge team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'knowledge-base', title: 'ฐานความรู้', expose: './KnowledgeBasePage' }],
  slots: [
    { slot: 'composer-tools', expose: './SuggestedAnswers', roles: ALL_ROLES, order: 10 },
    { slot: 'ticket-closing', expose: './ProposeKnowledge', roles: ALL_ROLES, order: 10 },
    { slot: 'dashboard-card', expose: './KnowledgeCard', roles: ['BUSINESS'], order: 10 },
    { slot: 'image-link', expose: './AddPromotion', roles: ['BUSINESS'], order: 20 },
  ],
  nav: [],
  links: [
    {
      path: 'knowledge-base',
      label: 'ฐานความรู้',
      roles: ALL_ROLES,
      slot: 'user-menu-link',
      icon: 'knowledge',
    },
  ],
})
