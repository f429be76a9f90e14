import { join } from 'node:path'

/** The program that builds a room, started with the room as its working folder. It is ours, so that a room need not name it. */
export const RSBUILD_PROGRAM = join(import.meta.dirname, '../../node_modules/@rsbuild/core/bin/rsbuild.js')
