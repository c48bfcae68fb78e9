/** Whether the built site shows a document or page. @see src/http/README.md (Content); jekyll/publisher.rb */

import type { Visibility } from '../model/entry.js'
import type { YamlMap } from './yaml/value.js'

/** A draft by its folder, hidden by `published` (false, or no value at all), else visible. */
export function readVisibility(data: YamlMap, isDraft: boolean): Visibility {
  if (isDraft) return 'draft'
  const published = data.get('published')
  return published === false || published === null ? 'hidden' : 'visible'
}
