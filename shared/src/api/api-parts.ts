/** Modules of the API client, in execution order. Separate imports, so that a page can run each as a separate task. */
export const API_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './jitless.ts'),
  () => import(/* webpackMode: "eager" */ './index.ts'),
]
