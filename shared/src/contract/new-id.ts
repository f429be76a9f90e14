/** Id of 128 random bits. Not a UUID, because browsers have `crypto.randomUUID` only on https pages and localhost. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
