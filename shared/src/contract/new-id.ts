/** 128 random bits. Not a UUID, because browsers provide `crypto.randomUUID` only on https pages and on localhost. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
