/** What the server refuses, by its code and the field: where these say enough, the catalogue has a sentence. */

import type { Key } from './catalogue.js'

const PROBLEMS: Readonly<Record<string, Key>> = {
  'conflict domain': 'problem.domain-taken',
  'conflict email': 'problem.email-taken',
  'conflict path': 'problem.path-taken',
  'conflict to': 'problem.path-taken',
  'front_matter_not_allowed file': 'problem.front-matter',
  'validation_failed current_password': 'problem.password',
  'validation_failed domain': 'problem.domain',
  'validation_failed timezone': 'problem.zone',
}

/** The sentence for a field that was refused; undefined where only the server knows what is wrong. */
export function problemKey(code: string, field: string): Key | undefined {
  return PROBLEMS[`${code} ${field}`]
}
