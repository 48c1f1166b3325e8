import { spawnSync } from 'node:child_process'

const SUBJECT_LENGTH_MAX = 72

/** Version 0.1.0: subjects are short from here on. */
const SINCE = 'd4d0a9a5a0b4b89d5b4a1d60fef879c2920b1e7b'

/** Subjects since the first release that a list of commits would cut off; merges are named by the forge. */
export function longCommitSubjects(root: string): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  // A shallow clone lacks the release, and an archive has no commits at all: then there is one to look at, or none.
  const knowsRelease = git('merge-base', '--is-ancestor', SINCE, 'HEAD').status === 0
  const range = knowsRelease ? [`${SINCE}..HEAD`] : ['-1']
  return longSubjectsIn(git('log', '--no-merges', '--format=%h %s', ...range).stdout ?? '')
}

/** Of lines with a hash and a subject, those whose subject is too long. */
export function longSubjectsIn(log: string): string[] {
  return log
    .split('\n')
    .filter(line => line.slice(line.indexOf(' ') + 1).length > SUBJECT_LENGTH_MAX)
    .map(line => `${line}: over ${SUBJECT_LENGTH_MAX} characters; the body has room for the rest`)
}
