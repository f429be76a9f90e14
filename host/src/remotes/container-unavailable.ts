/** The entry of a container could not be had: not there, refused by its hash, or too late. */
export class ContainerUnavailable extends Error {
  constructor(url: string, timedOut: boolean) {
    super(timedOut ? `${url} did not come in time` : `${url} could not be loaded`)
    this.name = 'ContainerUnavailable'
  }
}
