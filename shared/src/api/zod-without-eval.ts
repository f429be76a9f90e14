import * as z from 'zod/mini'

// The page's CSP forbids eval. zod decides whether it may use eval when a schema is created, so this module must run
// before all modules that create schemas: it is the first import of index.ts, and both files are listed in
// `sideEffects`; otherwise a bundler could skip index.ts and load the re-exported modules directly.
z.config({ jitless: true })
