const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
const FORM = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9-]+\\))?!?: [a-z]`)
const MAX_LENGTH = 72

/** Returns true when a commit subject has the form `type(scope): imperative` and at most 72 characters. */
export function isCommitSubject(subject: string): boolean {
  return subject.length <= MAX_LENGTH && FORM.test(subject)
}
