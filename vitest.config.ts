import { defineConfig } from 'vitest/config'

/** Each room's tests are a project of the room's name; `components` are those that need a browser. */
export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts', './vitest.components.config.ts'],
  },
})
