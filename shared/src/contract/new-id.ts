/**
 * A name that nothing else has (128 random bits), under which something sent twice is one thing. No UUID: browsers make one on pages
 * by https and on this machine alone.
 */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
