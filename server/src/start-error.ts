/** Why a program cannot start, in words for the person who started it: printed without a stack, exit code 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
