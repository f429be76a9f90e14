/** In execution order: zod first. Each part is a separate import, so that a page can run it as a separate task. */
export const API_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './jitless.ts'),
  () => import(/* webpackMode: "eager" */ './index.ts'),
]
