/** Makes the text of a new file: front matter, then the body. */

import matter from 'gray-matter'
import { ContentError } from '../error.js'
import { equalValues, type YamlMap } from '../yaml/value.js'
import { writeDocument } from '../yaml/write.js'
import { readFrontMatter } from './read.js'
import { requireShort } from './edit.js'

/** Stands for the YAML, which gray-matter would trim of every blank that Unicode knows. */
const PLACE = 'yaml'

/**
 * gray-matter puts the fences; our writer makes the YAML, and nothing is ever parsed by it: its
 * parser knows other engines, and one of them runs code (src/content/README.md).
 *
 * @throws ContentError `invalid` for data that no YAML can hold, `too_large` for more than is read back
 */
export function createFrontMatter(data: YamlMap, body: string): string {
  const yaml = writeDocument(data)
  requireShort(yaml)
  const head = matter.stringify(
    { content: '' },
    { data },
    {
      language: 'yaml',
      engines: { yaml: { parse: () => ({}), stringify: () => PLACE } },
    },
  )
  const text = head.replace(`${PLACE}\n`, () => yaml).replace(/(?<!\n)\n+$/, '\n') + body
  const read = readFrontMatter(text)
  if (read.error !== null || !equalValues(read.data, data))
    throw new ContentError('invalid', 'the front matter cannot be written as YAML')
  return text
}
