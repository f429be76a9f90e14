/** `foreign-mutation`: page translation or an extension has changed the page's nodes. */
export type RemoteFailure = 'not-released' | 'unreachable' | 'integrity' | 'threw' | 'foreign-mutation'

export class RemoteLoadError extends Error {
  readonly remoteId: string
  readonly reason: RemoteFailure

  constructor(remoteId: string, reason: RemoteFailure, cause?: unknown) {
    super(`the module of remote ${remoteId} could not be loaded: ${reason}`, { cause })
    this.name = 'RemoteLoadError'
    this.remoteId = remoteId
    this.reason = reason
  }
}

/** Thrown when the entry script of a container fails to load: missing, rejected by its hash, or timed out. */
export class ContainerUnavailable extends Error {
  constructor(url: string) {
    super(`${url} could not be loaded`)
    this.name = 'ContainerUnavailable'
    this.name = 'ContainerUnavailable'
  }
}
