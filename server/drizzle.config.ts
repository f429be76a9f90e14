import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'schema',
    'question-and-proposal-schema',
    'assignment-schema',
    'customer-schema',
    'dashboard-schema',
    'knowledge-schema',
    'line-schema',
    'media-schema',
    'note-schema',
    'release-schema',
    'search-schema',
  ].map((name) => `./src/db/${name}.ts`),
  out: './src/db/migrations',
})
