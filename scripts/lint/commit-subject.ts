const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
const FORM = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9-]+\\))?!?: [a-z]`)
const MAX_LENGTH = 72

export function isCommitSubject(subject: string): boolean {
  return subject.length <= MAX_LENGTH && FORM.test(subject)
}
