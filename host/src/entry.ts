/** The entry: nothing but the start, so that what the first screen needs is decided in `main.tsx`. */
import { start } from './main.tsx'

start()
