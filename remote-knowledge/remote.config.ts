import { defineRemote } from 'shared/federation/define-remote.ts'

export default defineRemote({
  id: 'knowledge',
  owner: 'knowledge team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'knowledge-base', title: 'ฐานความรู้', expose: './KnowledgeBasePage' }],
  nav: [],
})
