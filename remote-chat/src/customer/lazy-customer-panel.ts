import { deferred } from 'shared/ui'

/** Customer panel in a separate chunk, loaded on first use. */
export const customerPanel = deferred(
  async () => (await import(/* webpackChunkName: "customer" */ './CustomerPanel.tsx')).CustomerPanel,
)
