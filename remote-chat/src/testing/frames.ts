/** What has come is painted: observers have measured it, and what they correct stands. */
export const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
