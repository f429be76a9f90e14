/** A promise with its `resolve`: `Promise.withResolvers` is newer than the oldest supported browsers. */
export function deferredPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
