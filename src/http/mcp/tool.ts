/** Defines tools as data. Each carries out operations of the API, with their scopes and checks. */

import { z } from 'zod'
import { invalid } from '../../errors.js'
import { MAX_CURSOR } from '../cursor.js'
import { check } from '../validation.js'
import { field, idSchema } from '../wire/common.js'
import { askingIn, type Ask } from './operations.js'
import { MAX_PART, MAX_ROWS } from './shown.js'

/** What a tool answers; JSON. */
export type Shown = Readonly<Record<string, unknown>>

interface ToolFacts {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Those that it may carry out; a token gets the tool if it may do one of them. */
  readonly operations: readonly string[]
  /** What it does to the site; nothing, unless said. */
  readonly effect?: 'writes' | 'publishes'
  /** Takes `change_set`: it then works on the site as that set has it. */
  readonly inSets?: true
}

export interface Tool extends ToolFacts {
  readonly input: z.ZodObject
  readonly run: (given: unknown, ask: Ask) => Promise<Shown>
}

interface ToolSpec<Input extends z.ZodObject> extends ToolFacts {
  readonly input: Input
  readonly run: (input: z.output<Input>, ask: Ask) => Promise<Shown>
}

const IN_SET = {
  change_set: field(
    z.string().max(100),
    'Id of an open change set, from open_change_set: works on the site as it is there.',
  ).optional(),
}

const setInput = z.object(IN_SET)

/** What names a site, or something of one. */
const PLACES = new Set(['site_id', 'id'])

/** Makes a tool. Its function gets validated, typed arguments. */
export function tool<Input extends z.ZodObject>({ input, run, ...facts }: ToolSpec<Input>): Tool {
  const whole = facts.inSets === true ? input.extend(IN_SET) : input
  return {
    ...facts,
    input: whole,
    run: async (given, ask) => {
      const names = Object.keys(whole.shape)
      const unknown = Object.keys(Object(given)).find((name) => !names.includes(name))
      // Ignored, it would be taken for done.
      if (unknown !== undefined)
        throw invalid(
          unknown.slice(0, 100),
          `is not taken by ${facts.name}: use ${names.join(', ')}`,
        )
      const { change_set: changeSet } = check(setInput, given)
      if (facts.inSets !== true || changeSet === undefined) return run(check(input, given), ask)
      // Of all sites together there is no set, and it would not be looked at.
      if (!names.some((name) => PLACES.has(name) && Object.hasOwn(Object(given), name)))
        throw invalid('change_set', 'is one of a site: name the site, too')
      return run(check(input, given), askingIn(changeSet, ask))
    },
  }
}

export const siteId = field(idSchema, 'Id of the site, from list_sites.')

export const jobId = field(idSchema, 'Id of the job.')

export const offset = field(
  z.int().min(0),
  `Where to begin; the next_offset of the answer before, to read on. An answer has up to ${MAX_PART.toLocaleString('en')}.`,
).default(0)

/** The part of a list. */
export const listInput = {
  cursor: field(
    z.string().max(MAX_CURSOR, 'is no cursor'),
    'The next_cursor of the answer before, with the same other arguments.',
  ).optional(),
  limit: field(z.int().min(1).max(MAX_ROWS), `Rows, up to ${MAX_ROWS}.`).default(20),
}

/** The query of a list. */
export function pageOf({ cursor = '', limit }: { cursor?: string | undefined; limit: number }) {
  return { after: cursor, per_page: String(limit) }
}
