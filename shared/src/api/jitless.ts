import * as z from 'zod/mini'

// The page's CSP forbids eval. zod decides at the making of a schema whether it may use it, so this
// module comes before every one that makes schemas: it is the first import of index.ts, and both are listed in sideEffects, or
// a bundler would lead an importer past index.ts, straight to what it re-exports.
z.config({ jitless: true })
