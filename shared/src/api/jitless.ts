import * as z from 'zod'

// The page's CSP forbids eval. zod decides at the making of a schema whether it may use it, so this
// module comes before every one that makes schemas (first import of index.ts, listed in sideEffects).
z.config({ jitless: true })
