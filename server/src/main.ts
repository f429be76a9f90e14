import './resolve-drizzle.ts'

// A static import would be resolved before the line above runs.
const { main } = await import('./run-server.ts')
await main()
