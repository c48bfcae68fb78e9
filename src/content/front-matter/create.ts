/** Writes the text of a new file: front matter, then the body. */

import matter from 'gray-matter'
import { ContentError } from '../error.js'
import { equalValues, type YamlMap } from '../yaml/value.js'
import { writeDocument } from '../yaml/write.js'
import { readFrontMatter } from './read.js'
import { requireShort } from './edit.js'

/** Stands for the YAML, because gray-matter trims all Unicode white space. */
const PLACEHOLDER = 'yaml'

/**
 * gray-matter writes the fences, `writeDocument` the YAML. Nothing is parsed with gray-matter, because one of its
 * engines runs code (src/content/README.md).
 *
 * @throws ContentError `invalid` for data that YAML cannot express, `too_large` over the limits for reading
 */
export function createFrontMatter(data: YamlMap, body: string): string {
  const yaml = writeDocument(data)
  requireShort(yaml)
  const head = matter.stringify(
    { content: '' },
    { data },
    {
      language: 'yaml',
      engines: { yaml: { parse: () => ({}), stringify: () => PLACEHOLDER } },
    },
  )
  const text = head.replace(`${PLACEHOLDER}\n`, () => yaml).replace(/(?<!\n)\n+$/, '\n') + body
  const read = readFrontMatter(text)
  if (read.error !== null || !equalValues(read.data, data))
    throw new ContentError('invalid', 'the front matter cannot be written as YAML')
  return text
}
