/** Translates field errors of the server that are clear from error code and field. */

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

const CODES: Readonly<Record<string, Key>> = {
  in_progress: 'refused.running',
  unknown_outcome: 'refused.look',
}

/** The key for an error code that says everything; undefined for others. */
export function codeKey(code: string): Key | undefined {
  return CODES[code]
}

/** The key for an error code and field; undefined if the server's message is needed. */
export function problemKey(code: string, field: string): Key | undefined {
  return PROBLEMS[`${code} ${field}`]
}

/** The names of fields as people know them. */
const FIELDS: Readonly<Record<string, Key>> = {
  body: 'conflict.body',
  categories: 'categories',
  current_password: 'account.password.current',
  date: 'date',
  domain: 'site.domain',
  email: 'email',
  firstname: 'firstname',
  kind: 'role',
  lastname: 'lastname',
  password: 'password',
  permalink: 'permalink',
  tags: 'tags',
  timezone: 'site.zone',
  title: 'title',
  visibility: 'visibility',
}

/** The key for the name of a field; undefined for one that people do not know. */
export function fieldKey(field: string): Key | undefined {
  return FIELDS[field]
}
