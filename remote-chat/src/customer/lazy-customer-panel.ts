import { deferred } from 'shared/ui'

export const customerPanel = deferred(
  async () => (await import(/* webpackChunkName: "customer" */ './CustomerPanel.tsx')).CustomerPanel,
)
